/* SPDX-License-Identifier: MIT
 * lwIP without an operating system, all memory by malloc(), on the loopback interface alone. */
#ifndef CLIENTS_LWIPOPTS_H
#define CLIENTS_LWIPOPTS_H

#define NO_SYS               1
#define SYS_LIGHTWEIGHT_PROT 0
#define LWIP_TIMERS          0 /* main.c calls tcp_tmr(), by a clock of its own */

#define MEM_LIBC_MALLOC 1
#define MEMP_MEM_MALLOC 1
#define MEM_ALIGNMENT   8

#define LWIP_SOCKET         0
#define LWIP_NETCONN        0
#define LWIP_ARP            0
#define LWIP_ICMP           0
#define IP_REASSEMBLY       0
#define LWIP_HAVE_LOOPIF    1
#define LWIP_NETIF_LOOPBACK 1

#define LWIP_TCP         1
#define TCP_MSS          1460
#define TCP_SND_BUF      (4 * TCP_MSS)
#define TCP_WND          (4 * TCP_MSS)
#define TCP_SND_QUEUELEN 16
#define MEMP_NUM_TCP_SEG TCP_SND_QUEUELEN
#define TCP_OVERSIZE     TCP_MSS
#define TCP_QUEUE_OOSEQ  1
#define LWIP_STATS       0

#endif
