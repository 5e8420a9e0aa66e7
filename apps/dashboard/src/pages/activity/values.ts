import { type Format, words } from '../../format/format';

const LONG = 80;
export const NOTHING = '–';

/** Names of fields that their words do not tell. */
const TITLES: Readonly<Record<string, string>> = {
  allowed_cidrs: 'Allowed networks',
  asr_pct: 'Answer-seizure ratio',
  auth_password: 'Password',
  auth_username: 'User name',
  auto: 'Automatic',
  caller_id_override: 'Caller ID of outbound calls',
  caller_id_strategy: 'Caller ID',
  codec_preference: 'Codecs',
  default_caller_id: 'Caller ID of calls that show no number',
  deletion_lock: 'Lock against release',
  dns_srv: 'Servers from DNS (SRV)',
  doc_type: 'Kind of document',
  dtmf_mode: 'Keypad digits (DTMF)',
  e164: 'Number',
  end_user_id: 'End user',
  exp_month: 'Month of expiry',
  exp_year: 'Year of expiry',
  foc_at: 'Porting date',
  from_number: 'Your number',
  inbound_cidrs: 'Source networks',
  is_default: 'Default',
  last4: 'Last four digits',
  max_calls_per_second: 'Maximum calls per second',
  max_concurrent_calls: 'Maximum concurrent calls',
  max_retries: 'Further passes',
  media_encryption: 'Encryption of media',
  port_out_lock: 'Lock against porting',
  port_out_pin: 'PIN for porting',
  pstn_forward_e164: 'Forward to',
  registration_mode: 'Your system is identified by',
  requested_foc_at: 'Requested porting date',
  ring_timeout_s: 'Ringing time',
  sip_password: 'Password',
  sip_username: 'User name',
  sms_rate_deck_id: 'Prices of messages',
  sms_webhook_url: 'Webhook of messages',
  user_phone: 'Marked as a telephone number',
  webrtc_user_id: 'WebRTC user',
};

const SPELLED: Readonly<Record<string, string>> = {
  cdr: 'CDR',
  id: 'ID',
  ip: 'IP',
  sip: 'SIP',
  sms: 'SMS',
  url: 'URL',
};

/** What values of closed lists are called. Others are their words. */
const CODES: Readonly<Record<string, string>> = {
  '+e164': 'E.164',
  api: 'API',
  csv: 'CSV',
  did: 'DID',
  did_not_answer: 'Did not answer',
  e164: 'E.164 without +',
  failover: 'One after another',
  g711a: 'G.711 A-law',
  g711u: 'G.711 µ-law',
  g722: 'G.722',
  g729: 'G.729',
  inband: 'In the audio (in-band)',
  ndjson: 'NDJSON',
  opus: 'Opus',
  pstn_forward: 'Forward to a number',
  register: 'Registration with a password',
  rfc4733: 'RTP events (RFC 4733)',
  round_robin: 'In turn',
  simultaneous_ring: 'All at once',
  sip_info: 'SIP INFO',
  sip_trunk: 'SIP trunk',
  static_ip: 'Source address',
  tcp: 'TCP',
  tls: 'TLS',
  udp: 'UDP',
  webrtc_user: 'WebRTC user',
  weighted_lb: 'Shared by weight',
  wss: 'WebSocket (WSS)',
};

/** Fields whose values are of closed lists. */
const CODED =
  /^(status|suspended_for|kind|type|tier|role|format|transport|media_encryption|number_format|strategy|rule|metric|comparison|.*_(mode|type|code|codes|strategy|preference|category|redaction))$/;
const COUNTRY = /(^|_)country$/;
const IN_CENTS = /_cents$/;
const TIME = /_(at|until)$/;
const SECONDS = /_s$/;

const lastOf = (field: string): string => field.split('.').at(-1) ?? field;

function titleOfPart(part: string): string {
  const named = part.replace(/_(cents|s|at|id|e164)$/, '').split('_');
  return named.map((word) => SPELLED[word] ?? word).join(' ');
}

/** The title of a field: `outbound.daily_cap_cents` is “Outbound: daily cap”. */
export function titleOf(field: string): string {
  const [first = '', ...rest] = field.replace(/^settings\./, '').split('.');
  return [TITLES[first] ?? words(titleOfPart(first)), ...rest.map(titleOfPart)].join(': ');
}

/** The value of a field as pages show it: money, times and texts. */
export function textOf(field: string, value: unknown, format: Format): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return figureOf(lastOf(field), value, format);
  const text = typeof value === 'string' ? wordOf(lastOf(field), value, format) : listOf(field, value, format);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}

function figureOf(name: string, value: number, format: Format): string {
  if (IN_CENTS.test(name)) return format.money(value);
  if (TIME.test(name)) return format.time(value);
  if (/^(exp_year|port)$/.test(name)) return String(value);
  return SECONDS.test(name) ? `${format.count(value)} s` : format.count(value);
}

function wordOf(name: string, value: string, format: Format): string {
  if (COUNTRY.test(name)) return format.country(value);
  return CODED.test(name) ? (CODES[value] ?? words(value)) : value;
}

/** A list in words. Of what has members of its own, such as the conditions of a target, the count. */
function listOf(field: string, value: unknown, format: Format): string {
  if (!Array.isArray(value)) return 'Set';
  if (value.length === 0) return NOTHING;
  if (value.some((each) => typeof each === 'object')) return format.count(value.length);
  return value.map((each: unknown) => textOf(field, each, format)).join(', ');
}
