#error "port/cxx/new.cc moved: it is port/malloc/new.cc now"
