#!/bin/sh
# Makes the secrets of compose.yaml in deploy/secrets, once; with "ha", for a store with Sentinels.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir secrets
secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
digest() { printf %s "$1" | sha256sum | cut -d ' ' -f 1; }

acey=$(secret) probe=$(secret) replica=$(secret) sentinel=$(secret)
secret > secrets/secret-keys
printf %s "$probe" > secrets/probe-password
printf %s "$replica" > secrets/replica-password
sed -e "s/^\(user acey on\) #[^ ]*/\1 #$(digest "$acey")/" \
    -e "s/^\(user probe on\) #[^ ]*/\1 #$(digest "$probe")/" \
    -e "s/^\(user replica on\) #[^ ]*/\1 #$(digest "$replica")/" \
    -e "s/^\(user sentinel on\) #[^ ]*/\1 #$(digest "$sentinel")/" valkey/users.acl.example > secrets/users.acl
{ cat valkey/sentinel.conf; printf 'sentinel auth-user acey sentinel\nsentinel auth-pass acey %s\n' "$sentinel"; } > secrets/sentinel.conf
if [ "${1:-}" = ha ]; then
    printf 'redis+sentinel://acey:%s@sentinel-1:26379,sentinel-2:26379,sentinel-3:26379/acey/0' "$acey" > secrets/store-url
else
    printf 'redis://acey:%s@valkey-1:6379/0' "$acey" > secrets/store-url
fi
# The containers read them under users of their own.
chmod 644 secrets/*
chmod 711 secrets
