import { benchBillingRun } from './billing/billing-run';
import { benchCdrs } from './cdrs/cdrs';
import { benchDashboard } from './cdrs/dashboard';
import { benchCheckout } from './checkout/checkout';
import { benchOrder } from './checkout/order';
import { benchReviewQueue } from './compliance/review-queue';
import { benchUploads } from './compliance/uploads';
import { benchEvents } from './events';
import { benchHttp } from './http';
import { benchIdentity } from './identity';
import { benchIdle } from './idle';
import { benchIngest } from './ingest/ingest';
import { benchLedger } from './ledger';
import { benchLists } from './lists/lists';
import type { Comparison } from './measuring/measure';
import { benchNeighbours } from './neighbours/neighbours';
import { benchNumbers } from './numbers/numbers';
import { benchOAuth } from './oauth/oauth';
import { benchSignIn } from './sign-in/sign-in';
import { benchSip } from './sip/sip';
import { benchSlowWebhooks } from './sip/slow-webhooks';
import { benchStreams } from './streams';
import { benchSwitch } from './switch/ingest-stall';
import { benchRegistrations } from './switch/registrations';
import { benchRoute } from './switch/route';
import { benchWebhooks } from './webhooks/webhooks';

export interface Bench {
  /** What is measured, beside which floor and why, in Markdown: the text above its table in docs/benchmarks.md. */
  readonly about: string;
  readonly run: () => Promise<Comparison[]>;
}

export const BENCHES: Readonly<Record<string, Bench>> = {
  http: {
    about: `Reads a number with many API keys and random numbers over 32 connections. Floor: bare Node \`http\` that runs the
same two statements through \`pg\`. Many credentials are used because concurrent lookups of one credential are merged, which
would flatter the figure.`,
    run: benchHttp,
  },
  identity: {
    about: `Reads API keys at random with many sessions and with many API keys. Floor: the same two statements, authentication
and read, behind bare Node \`http\`. Sessions also cost the check of the cookie's signature. Also requests \`GET /health\` at
fixed times while eight sign-ins hash continuously.`,
    run: benchIdentity,
  },
  'sign-in': {
    about: `Signs in 200 users with passwords, four at a time. Floor: bare Node \`http\` that only compares the password, on
every core.`,
    run: benchSignIn,
  },
  oauth: {
    about: `Rotates refresh tokens of 64 grants, each durably, beside \`oidc-provider\` with its in-memory adapter; and reads
2,000 numbers at random with 200 access tokens, each of its own grant, beside the same with 200 API keys. Both kinds of
credentials are meant to be level.`,
    run: benchOAuth,
  },
  numbers: {
    about: `Reads numbers of an account that has a tenth of 1,000,000 numbers: one number, and pages with each filter and sort.
Floor: the same SQL behind bare Node \`http\` without authentication. The p99 of each page is also compared with that at
10,000 numbers: limit 1.5 times. Pairs of filters that few numbers match come closest to that limit.`,
    run: benchNumbers,
  },
  lists: {
    about: `Reads 50 pages of numbers and of CDRs at random with 200 API keys over 32 connections. Floor: the same statements,
authentication included, behind bare Node \`http\`.`,
    run: benchLists,
  },
  checkout: {
    about: `Buys two numbers per checkout: eight accounts at once, beside bare Node http and pg that run a transaction of one
INSERT per request, and one checkout at a time, of 200 carts with a key each. The worker handles the events of each checkout on
the same cores.`,
    run: benchCheckout,
  },
  order: {
    about: `Orders one number per request: eight accounts at once, with 200 keys, beside bare Node http and pg that run a
transaction of one INSERT per request.`,
    run: benchOrder,
  },
  ledger: {
    about: `Charges wallets through the ledger at concurrency 16, on sixteen wallets and on one. Floor: the same statements
through \`pg\`.`,
    run: benchLedger,
  },
  'billing-run': {
    about: `Bills 100,000 due numbers of 10,000 accounts by four worker processes with a heap limit of 192 MB each, then checks
every posting. Floor: the bare statements of their postings. Memory in the second half of the run is compared with the first.`,
    run: benchBillingRun,
  },
  switch: {
    about: `Requests \`POST /switch/route\` at fixed times, whether or not the previous request has returned, while 1,000 CDRs of
the same account are ingested. Both share the cores and the lock of the wallet, so that the figure lies close to its limit.
The more calls a transaction of the ingest records, the longer the wallet is locked: on 2026-11-23 the p99 was 48 and 55 ms
with 250 calls per transaction, and 87 and 96 ms with 500.`,
    run: benchSwitch,
  },
  neighbours: {
    about: `Requests \`POST /switch/route\` at fixed times, 50 calls a second to the numbers of 200 accounts, while another
process saturates the public API process: with sign-ins, uploads of a small PDF file of 950,000 numbers, lists, and texts of
250 kB that were once slow to check. \`BENCH_NEIGHBOUR_SECONDS\` sets how long each takes (60). All processes share the cores,
those of PostgreSQL and of the attack included.`,
    run: benchNeighbours,
  },
  route: {
    about: `Requests \`POST /switch/route\` over 32 connections, for calls to the numbers of 200 accounts that hold money. Floor:
the same statements, one after the other, behind bare Node \`http\`. Also requests 500 routes at the same time, of calls to
many accounts and to one: limit for the slowest is the timeout of switches. The worker handles the events of the calls on the
same cores, and those of each round before the next one begins.`,
    run: benchRoute,
  },
  calls: {
    about: `Places calls of 2 seconds with SIPp through Kamailio, its agent and the API: 50 a second for a minute, of which none may
be lost and each must be charged once. Limit for the way from INVITE to 180, which contains the decision and the hold. Then
raises the rate until the first call fails. Floor: a Kamailio that relays every call to one gateway. SIPp, the switch, the API,
the worker and the database share the cores. Needs the Debian packages of \`npm run test:sip\`.`,
    run: benchSip,
  },
  'slow-webhooks': {
    about: `Places calls with SIPp through Kamailio, and requests routes at fixed times, while twenty webhook targets of another
customer take almost two seconds each. Needs the Debian packages of \`npm run test:sip\`.`,
    run: benchSlowWebhooks,
  },
  registrations: {
    about: `Registers 10,000 systems, each with a trunk of its own. Measures the reports of a switch over eight connections, the
way from a report (a REGISTER, or a closed connection) to the event that customers receive, and the way from an expiry to its
event while all 10,000 expire within 20 seconds. Then requests routes to registered systems: beside routes over gateways, and at
fixed times while 100 contacts a second are refreshed. The worker handles the events on the same cores.`,
    run: benchRegistrations,
  },
  ingest: {
    about: `Records batches of 500 CDRs, one batch at a time. Floor: the same rows written by six set-wise statements in one
transaction, which check and rate nothing. The calls belong to one account or to 50 in turn.`,
    run: benchIngest,
  },
  cdrs: {
    about: `Plants 1,000,000 CDRs in one account (\`BENCH_CDRS\` sets another number), and reads \`GET /cdrs\` with every filter,
frequent and rare values, pairs of filters, and every sort. Each page is requested 120 times over two connections.`,
    run: benchCdrs,
  },
  dashboard: {
    about: `Plants 1,000,000 CDRs and charges and 100,000 numbers in one account, and reads the dashboard's summary: computed
anew for each request, and from the cache. Floor of a cached one: the same statements, one after the other, behind bare
Node \`http\`.`,
    run: benchDashboard,
  },
  events: {
    about: `Moves events of one account from the outbox to the event log, idle and while CDRs are ingested. Floor: the required
rate.`,
    run: benchEvents,
  },
  webhooks: {
    about: `Delivers 20,000 events to one endpoint with one worker, beside a loop of signed requests without queue and database,
and beside a BullMQ processor that only signs and sends. A ratio above 1 is no error: \`fetch\` costs more than \`node:http\`, and
a job for each request more than leases in batches. With \`REDIS_URL\`, queues are on Redis. Also measures the way of a single
event to an idle worker, and the p99 of 180 endpoints beside 20 that hang.

The way of a single event was taken apart on 2026-11-23, with queues on Redis and a load average of 12: of 38 ms, 6 passed until
the relay (5 of them collect commits for one NOTIFY), 1 in the relay, 11 until the lane recorded the event, 14 until the request
was sent, and 2 until it arrived. No step waits for a poll. On a busy machine all steps grow alike, because processes wait for
a core.`,
    run: benchWebhooks,
  },
  streams: {
    about: `Opens 1,000 event streams of one account on one API process, and sends 200 events to all of them: limit one second
for every ten events.`,
    run: benchStreams,
  },
  compliance: {
    about: `Reads \`GET /operator/compliance/bundles\` with 100,000 bundles. Floor: the same SQL behind bare Node \`http\`.`,
    run: benchReviewQueue,
  },
  uploads: {
    about: `Uploads a PDF and a JPEG file of 1 MiB over four connections, beside bare Node \`http\` that streams the same bytes to a
plain file and flushes file and folder, and beside the same that parses the form, parses the PDF or decodes the image, and
inserts a row. The API decodes every image to prove that it is one, which alone takes longer than a raw upload of a JPEG file.
Also measures how much resident memory grows with 50 uploads at once.`,
    run: benchUploads,
  },
  idle: {
    about: `Lets \`npm start\` rest for a minute, of which the CPU time of all processes is counted, PostgreSQL included; then reads
numbers over 32 connections and compares the peaks of resident memory with their limits.`,
    run: benchIdle,
  },
};
