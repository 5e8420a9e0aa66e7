import { benchBillingRun } from './billing/billing-run';
import { benchCdrScale } from './cdr-scale/cdr-scale';
import { benchCheckout } from './checkout/checkout';
import { benchHttp } from './http';
import { benchIngest } from './ingest/ingest';
import { benchLists } from './lists/lists';
import type { Comparison } from './measuring/measure';
import { benchMessages } from './messages/messages';
import { benchNeighbours } from './neighbours/neighbours';
import { benchRating } from './rating';
import { benchSignIn } from './sign-in/sign-in';
import { benchSip } from './sip/sip';
import { benchSmpp } from './smpp';
import { benchStreams } from './streams';
import { benchStock } from './stock/stock';
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
    about: `Promise: the edge costs a request little. Reads 2,000 numbers at random with 200 API keys over 32 connections. Floor: bare
Node \`http\` that runs the same two statements through \`pg\`. Many credentials are used because concurrent lookups of one
credential are merged, which would flatter the figure. Then reads them with 200 access tokens, each of its own grant, beside the
API keys: both kinds of credentials are meant to be level.`,
    run: benchHttp,
  },
  'sign-in': {
    about: `Promise: signing in costs little beside the hash of the password. Signs in 200 users, four at a time. Floor: bare Node \`http\`
that only compares the password, on every core.`,
    run: benchSignIn,
  },
  lists: {
    about: `Promise: lists stay fast with much data. The account has a tenth of 1,000,000 numbers, 1,000,000 CDRs and as many charges.
Reads 50 pages of numbers and of CDRs at random with 200 API keys over 32 connections. Floor: the same statements,
authentication included, behind bare Node \`http\`. Then requests the pages of numbers and of CDRs with every filter, frequent
and rare values, pairs of filters, and every sort, 120 times each over two connections; and the dashboard's summary, which no
request finds in the cache.`,
    run: benchLists,
  },
  'cdr-scale': {
    about: `Promise: call records stay as fast with 20,000,000 of them as with 1,000,000. The stack has CDRs of 13 months (\`BENCH_CDRS\`) in
10,000 accounts, of which one has a tenth; a second stack has a twentieth of them. Requests the pages of CDRs with every filter and
every sort, 200 times each over two connections, in turn from both stacks. Then summaries; batches of 500 CDRs of the account
through ingest, in turn into both databases; exports of 1,000,000 CDRs, beside COPY of the same rows through the same compression,
and by how much the resident memory of the worker grows; and the drop of the oldest month as the worker does it, while lists are
requested every 20 ms.`,
    run: benchCdrScale,
  },
  checkout: {
    about: `Promise: a purchase waits for its supplier, not for Trunkline. Eight accounts with 200 keys buy at once, two numbers per
checkout or one per order, beside bare Node http and pg that run a transaction of one INSERT per request; then one checkout at a
time. The worker handles the events of each purchase on the same cores. The targets allow for a road that locks, and for the
suppliers' second: see [the walk of a checkout](numbers.md#the-walk-of-a-checkout).`,
    run: benchCheckout,
  },
  stock: {
    about: `Promise: the operator's own numbers are found and bought at once, however many there are. Searches a stock of 1,000,000
numbers, of which a country has half in 500 lots, with every filter, frequent and rare values, pairs of filters, and every sort,
120 times each over two connections; and reads the pages of the operator's list. Then eight accounts with 200 keys buy at once,
by order and by checkout of two, from the stock and, as the floor, from the sandbox.`,
    run: benchStock,
  },
  'billing-run': {
    about: `Promise: a worker bills numbers faster than they become due, in constant memory. Bills 100,000 due numbers of 10,000 accounts by
four worker processes with a heap limit of 192 MB each, then checks every posting. Floor: the bare statements of their postings.
Memory in the second half of the run is compared with the first.`,
    run: benchBillingRun,
  },
  neighbours: {
    about: `Promise: no customer delays the calls of another. Requests \`POST /switch/route\` at fixed times, 50 calls a second to the numbers
of 199 accounts, while another process saturates the public API process: with sign-ins, uploads of a small PDF file of 950,000
numbers, lists, and texts of 250 kB that were once slow to check; and while 20 calls of another account wait for webhooks that
take 1.9 seconds. \`BENCH_NEIGHBOUR_SECONDS\` sets how long each takes (60). All processes share the cores, those of PostgreSQL
and of the attack included.`,
    run: benchNeighbours,
  },
  route: {
    about: `Promise: a switch gets its route before a caller notices. Requests \`POST /switch/route\` over 32 connections, for calls to the
numbers of 200 accounts that hold money. Floor: the same statements, one after the other, behind bare Node \`http\`. Then
requests 500 routes at the same time, of calls to many accounts and to one: limit for the slowest is the timeout of switches.
Then requests routes at fixed times while 1,000 CDRs of the same account are ingested: both share the cores and the lock of the
wallet, so that the figure lies close to its limit. On 2026-11-23 that p99 was 48 and 55 ms with 250 calls per transaction of
the ingest, and 87 and 96 ms with 500. The worker handles the events of the calls on the same cores.`,
    run: benchRoute,
  },
  rating: {
    about: `Promise: large rate decks delay no call. Finds prices in 200,000 prefixes in the memory of the process. Then requests
\`POST /switch/route\` for calls to accounts with such a deck of their own, beside accounts with the default deck, and with
three decks of carriers in force beside none. Then routes calls at fixed times and reports them while an operator uploads a deck of
200,000 prices, previews it, makes it the default deck and rolls it back, twice; each call must be charged once, by the deck of its
decision. Then previews a changed deck on 1,000,000 CDRs of 200 accounts, to 100,000 numbers.`,
    run: benchRating,
  },
  calls: {
    about: `Promise: no call is lost, and each is charged once. Places calls of 2 seconds with SIPp through Kamailio, its agent and the API,
50 a second for a minute. Limit for the way from INVITE to 180, which contains the decision and the hold. Then raises the rate
until the first call fails. Floor: a Kamailio that relays every call to one gateway. SIPp, the switch, the API, the worker and
the database share the cores. Needs the Debian packages of \`npm run test:sip\`.`,
    run: benchSip,
  },
  registrations: {
    about: `Promise: 10,000 systems register, and their events arrive in time. Each has a trunk of its own. Measures the reports of a switch
over eight connections, the way from a report (a REGISTER, or a closed connection) to the event that customers receive, and the
way from an expiry to its event while all 10,000 expire within 20 seconds. Then requests routes to registered systems: beside
routes over gateways, and at fixed times while 100 contacts a second are refreshed. The worker handles the events on the same
cores.`,
    run: benchRegistrations,
  },
  ingest: {
    about: `Promise: calls are recorded and charged faster than switches end them. Records batches of 500 CDRs, one batch at a time. Floor:
the same rows written by six set-wise statements in one transaction, which check and rate nothing. The calls belong to one
account or to 50 in turn.`,
    run: benchIngest,
  },
  webhooks: {
    about: `Promise: events reach endpoints at once, and an endpoint that hangs delays no other. Delivers 20,000 events to one endpoint with
one worker, beside a loop of signed requests without queue and database, and beside a BullMQ processor that only signs and
sends. A ratio above 1 is no error: \`fetch\` costs more than \`node:http\`, and a job for each request more than leases in
batches. With \`REDIS_URL\`, queues are on Redis. Also measures the way of a single event to an idle worker, and the p99 of 180
endpoints beside 20 that hang.`,
    run: benchWebhooks,
  },
  messages: {
    about: `Promise: text messages are accepted, handed over and followed faster than carriers take them. Sends scheduled messages of 20
accounts with 200 API keys over 32 connections. Floor: bare Node \`http\` and \`pg\` that run the same writes in one transaction,
and check nothing. Then hands 4,000 messages over SMPP to an SMSC in the same process with a window of 50, beside 400 a second and
beside a loop that claims and settles as many without SMPP; then 100,000 (\`BENCH_MESSAGES\`), and compares the memory of
both halves. Last, the way from a receipt to its webhook, on an idle worker.`,
    run: benchMessages,
  },
  smpp: {
    about: `Promise: the link to a carrier is never what messages wait for. Hands parts over one bind with a window of 50, to an SMSC in
the same process that answers at once, and to an SMSC that takes 20 ms. There is no database. Floor: 400 parts a second.`,
    run: benchSmpp,
  },
  streams: {
    about: `Promise: a process serves 1,000 event streams. Opens them for one account, and sends 200 events to all of them: limit one second
for every ten events.`,
    run: benchStreams,
  },
};
