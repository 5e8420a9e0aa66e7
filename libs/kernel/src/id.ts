import { randomBytes } from 'node:crypto';

/** Every prefix in use, so that no two kinds of thing share one (contract, section 0). */
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
  | 'cdr'
  | 'exp'
  | 'eu'
  | 'doc'
  | 'cb'
  | 'call'
  | 'sms'
  | 'port'
  | 'inv'
  | 'whe'
  | 'whd'
  | 'evt'
  | 'oac'
  | 'ogr'
  | 'rd'
  | 'hold'
  | 'tok'
  | 'srch'
  | 'mail'
  | 'deck'
  | 'aud'
  | 'post'
  | 'nh'
  | 'setup'
  | 'op'
  | 'inst'
  | 'idn'
  | 'ivt'
  | 'flt'
  | 'crf'
  | 'rcl';

const TIME_DIGITS = 9;
const RANDOM_BYTES = 8;

/** Time-ordered and prefixed, so that ids sort by creation and an id in a log line names its own table. */
export function newId(prefix: IdPrefix): string {
  const time = Date.now().toString(36).padStart(TIME_DIGITS, '0');
  return `${prefix}_${time}${randomBytes(RANDOM_BYTES).toString('hex')}`;
}
