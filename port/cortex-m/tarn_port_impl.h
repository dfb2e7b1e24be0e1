#error "port/cortex-m/tarn_port_impl.h moved: it is port/machine/cortex-m now"
