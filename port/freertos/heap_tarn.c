#error "port/freertos/heap_tarn.c moved: it is port/rtos/freertos/heap_tarn.c now"
