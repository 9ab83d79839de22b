. "${0%/*}/../checkout.sh" expressjs/express dbac741a49a5a64336b70c06e85c2e2706e36336 # v5.2.1
