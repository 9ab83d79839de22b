. "${0%/*}/../checkout.sh" redis/redis 74b289a0e12f9f65a6daeec6a66cadc76792f644 # 7.4.1
