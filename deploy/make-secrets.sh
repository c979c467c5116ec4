#!/bin/sh
# Makes the secrets of compose.yaml in deploy/secrets, once; with "ha", for a store with Sentinels.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir secrets
secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
digest() { printf %s "$1" | sha256sum | cut -d ' ' -f 1; }

acey=$(secret) audit=$(secret) probe=$(secret) replica=$(secret) sentinel=$(secret)
secret > secrets/secret-keys
printf %s "$probe" > secrets/probe-password
printf %s "$replica" > secrets/replica-password
sed -e "s/^\(user acey on\) #[^ ]*/\1 #$(digest "$acey")/" \
    -e "s/^\(user acey-audit on\) #[^ ]*/\1 #$(digest "$audit")/" \
    -e "s/^\(user probe on\) #[^ ]*/\1 #$(digest "$probe")/" \
    -e "s/^\(user replica on\) #[^ ]*/\1 #$(digest "$replica")/" \
    -e "s/^\(user sentinel on\) #[^ ]*/\1 #$(digest "$sentinel")/" valkey/users.acl.example > secrets/users.acl
{ cat valkey/sentinel.conf; printf 'sentinel auth-user acey sentinel\nsentinel auth-pass acey %s\n' "$sentinel"; } > secrets/sentinel.conf
scheme=redis place=valkey-1:6379/0
if [ "${1:-}" = ha ]; then
    scheme=redis+sentinel place=sentinel-1:26379,sentinel-2:26379,sentinel-3:26379/acey/0
fi
printf '%s://acey:%s@%s' "$scheme" "$acey" "$place" > secrets/store-url
printf '%s://acey-audit:%s@%s' "$scheme" "$audit" "$place" > secrets/audit-store-url
# The containers read them under users of their own.
chmod 644 secrets/*
chmod 711 secrets
