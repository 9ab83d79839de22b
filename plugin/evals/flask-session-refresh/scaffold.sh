. "${0%/*}/../checkout.sh" pallets/flask 22d924701a6ae2e4cd01e9a15bbaf3946094af65 # 3.1.3
