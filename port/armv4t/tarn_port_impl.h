#error "port/armv4t/tarn_port_impl.h moved: it is port/machine/armv4t now"
