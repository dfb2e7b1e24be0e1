#error "port/riscv/tarn_port_impl.h moved: it is port/machine/riscv now"
