#!/bin/sh
# Run by the image of PostgreSQL, as the superuser, when its volume is new: a role that owns the database and migrates it, and
# one with which the processes sign in, which may change rows only. See docs/database.md.
set -eu
secrets="${SECRETS:-/run/secrets}"
psql -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  -v owner_password="$(cat "$secrets/owner_password")" \
  -v service_password="$(cat "$secrets/service_password")" <<'SQL'
CREATE ROLE trunkline_app NOLOGIN;
CREATE ROLE trunkline_owner LOGIN PASSWORD :'owner_password';
GRANT trunkline_app TO trunkline_owner WITH ADMIN OPTION;
CREATE ROLE trunkline_service LOGIN PASSWORD :'service_password' IN ROLE trunkline_app;
CREATE DATABASE trunkline OWNER trunkline_owner;
SQL
