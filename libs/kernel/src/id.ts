import { randomBytes } from 'node:crypto';

/** Every prefix in use. Each belongs to one kind of resource. */
export type IdPrefix =
  | 'acc'
  | 'usr'
  | 'ses'
  | 'lev'
  | 'key'
  | 'pm'
  | 'txn'
  | 'top'
  | 'clo'
  | 'num'
  | 'ord'
  | 'chk'
  | 'ci'
  | 'trk'
  | 'gw'
  | 'rp'
  | 'rpt'
  | 'wru'
  | 'cdr'
  | 'exp'
  | 'eu'
  | 'doc'
  | 'cb'
  | 'call'
  | 'sms'
  | 'pdu'
  | 'opt'
  | 'mcr'
  | 'ipt'
  | 'ums'
  | 'bat'
  | 'port'
  | 'pev'
  | 'pcm'
  | 'pout'
  | 'inv'
  | 'whe'
  | 'whd'
  | 'evt'
  | 'oac'
  | 'ogr'
  | 'rd'
  | 'ct'
  | 'hold'
  | 'tok'
  | 'srch'
  | 'mail'
  | 'deck'
  | 'dact'
  | 'aud'
  | 'post'
  | 'nh'
  | 'nj'
  | 'npr'
  | 'nrp'
  | 'setup'
  | 'op'
  | 'inst'
  | 'idn'
  | 'ivt'
  | 'flt'
  | 'crf'
  | 'rcl'
  | 'rsv'
  | 'car'
  | 'cq'
  | 'src'
  | 'acl'
  | 'alr'
  | 'alm'
  | 'reg'
  | 'era'
  | 'nsp'
  | 'cmd'
  | 'act';

const TIME_DIGITS = 9;
const RANDOM_BYTES = 8;
/** Random bytes are drawn for many ids at once: each draw costs as much as the rest of an id. */
const RANDOM_POOL_BYTES = 256 * RANDOM_BYTES;
const COUNT_MAX = 0xffff;

/** The millisecond of the last id, and the counter that orders several ids within it. */
let lastMs = 0;
let count = 0;

let pool = Buffer.alloc(0);
let timeMs = (): number => Date.now();

/** Sets the clock of ids, in milliseconds of Unix time. A later wrong moment would stay in all ids that follow. */
export function setIdClock(nowMs: () => number): void {
  timeMs = nowMs;
}

/** Returns the id of examples. */
export function exampleId(prefix: string): string {
  return `${prefix}_0mh2k3l4p9f1c2d3e4b5a6978`;
}

/** Returns a lower bound of the ids that are created at or after a time. */
export function earliestId(prefix: IdPrefix, at: Date): string {
  return `${prefix}_${at.getTime().toString(36).padStart(TIME_DIGITS, '0')}`;
}

/** Returns when an id was created, by the clock of ids. */
export function timeOfId(id: string): Date {
  const start = id.indexOf('_') + 1;
  return new Date(Number.parseInt(id.slice(start, start + TIME_DIGITS), 36));
}

/**
 * Returns the first and the last of some ids; '' without any. PostgreSQL reads the months between these alone, but all months for an
 * array of ids that it does not know when it plans.
 */
export function spanOfIds(ids: readonly string[]): readonly [first: string, last: string] {
  const sorted = ids.toSorted();
  return [sorted[0] ?? '', sorted.at(-1) ?? ''];
}

/**
 * Returns a new id whose prefix names the kind of resource. Ids sort by creation time. Those of one process sort strictly,
 * also within a millisecond and when the clock goes back.
 */
export function newId(prefix: IdPrefix): string {
  if (pool.length === 0) pool = randomBytes(RANDOM_POOL_BYTES);
  const random = pool.subarray(0, RANDOM_BYTES);
  pool = pool.subarray(RANDOM_BYTES);
  const now = timeMs();
  if (now > lastMs) {
    lastMs = now;
    count = random.readUInt16BE() >> 1;
  } else if (count < COUNT_MAX) {
    count += 1;
  } else {
    lastMs += 1;
    count = 0;
  }
  random.writeUInt16BE(count);
  return `${prefix}_${lastMs.toString(36).padStart(TIME_DIGITS, '0')}${random.toString('hex')}`;
}
