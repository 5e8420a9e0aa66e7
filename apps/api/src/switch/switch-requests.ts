import { isIP } from 'node:net';
import { REPORT_ROWS_MAX } from '@trunkline/cdr';
import type { CallRequest, CarrierReport, GatewayReport } from '@trunkline/voice-routing';
import { invalid } from './switch-error';

type Body = Readonly<Record<string, unknown>>;

const TEXT_MAX = 255;
const ACTIVE_CALLS_MAX = 10_000;
const RTT_MAX_MS = 600_000;
/** Control characters, and halves of surrogate pairs, which no database takes. */
const UNFIT = /[\p{Cc}\p{Cs}]/u;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Reads members of a body and gathers what is wrong. Members that are not known are passed over: switches differ. */
export class Reader {
  private readonly faults: Record<string, string> = {};

  constructor(private readonly body: Body) {}

  text(name: string, { min = 1, max = TEXT_MAX } = {}): string {
    const value = this.body[name];
    if (typeof value === 'string' && value.length >= min && value.length <= max && !UNFIT.test(value)) return value;
    return this.fault(name, `must be text of ${min} to ${max} characters without control characters`, '');
  }

  optionalText(name: string): string | null {
    const value = this.body[name] ?? '';
    return value === '' ? null : this.text(name);
  }

  integer(name: string, [min, max]: readonly [number, number]): number | null {
    const value = this.body[name] ?? null;
    if (value === null || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max))
      return value as number | null;
    return this.fault(name, `must be an integer from ${min} to ${max}`, null);
  }

  number(name: string, [min, max]: readonly [number, number]): number | null {
    const value = this.body[name] ?? null;
    if (value === null || (typeof value === 'number' && value >= min && value <= max)) return value;
    return this.fault(name, `must be a number from ${min} to ${max}`, null);
  }

  /** False where the member is missing. */
  optionalFlag(name: string): boolean {
    return (this.body[name] ?? null) !== null && this.flag(name);
  }

  flag(name: string): boolean {
    const value = this.body[name];
    return typeof value === 'boolean' ? value : this.fault(name, 'must be true or false', false);
  }

  address(name: string): string | null {
    const text = this.optionalText(name);
    const ip = text?.match(MAPPED_IPV4)?.[1] ?? text;
    if (ip === null || (isIP(ip) !== 0 && !ip.includes('%'))) return ip;
    return this.fault(name, 'must be an IP address', null);
  }

  texts(name: string): string[] {
    const value = this.body[name];
    const isList = Array.isArray(value) && value.length <= ACTIVE_CALLS_MAX;
    const isFit = (each: unknown): each is string =>
      typeof each === 'string' && each.length <= TEXT_MAX && !UNFIT.test(each);
    return isList && value.every(isFit)
      ? value
      : this.fault(name, `must be a list of at most ${ACTIVE_CALLS_MAX} texts`, []);
  }

  fault<T>(name: string, message: string, instead: T): T {
    this.faults[name] = message;
    return instead;
  }

  /** Throws 422 with everything that was wrong. */
  done<T>(result: T): T {
    if (Object.keys(this.faults).length > 0) throw invalid(this.faults);
    return result;
  }
}

export function bodyOf(value: unknown): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid({ body: 'must be an object' });
  return value as Body;
}

export function routeRequest(value: unknown): CallRequest {
  const read = new Reader(bodyOf(value));
  return read.done({
    switchId: read.text('switch_id'),
    callId: read.text('call_id'),
    // A caller may withhold the number altogether.
    from: read.text('from', { min: 0 }),
    to: read.text('to'),
    sourceIp: read.address('source_ip'),
    authUser: read.optionalText('auth_user'),
    isExtending: read.optionalFlag('extends'),
  });
}

/** The rows as they came: each is judged by itself. One object alone is one row. */
export function reportedRows(value: unknown): readonly unknown[] {
  const body = bodyOf(value);
  if (!('cdrs' in body)) return [body];
  const { cdrs } = body;
  if (!Array.isArray(cdrs) || cdrs.length === 0 || cdrs.length > REPORT_ROWS_MAX)
    throw invalid({ cdrs: `must be a list of 1 to ${REPORT_ROWS_MAX}` });
  return cdrs;
}

/** Of exactly one peer: a customer's gateway (`gateway_id`) or the operator's carrier (`carrier_id`). */
export function gatewayReport(value: unknown): GatewayReport | CarrierReport {
  const body = bodyOf(value);
  const read = new Reader(body);
  const isOfCarrier = (body['carrier_id'] ?? null) !== null;
  if (isOfCarrier && (body['gateway_id'] ?? null) !== null)
    read.fault('carrier_id', 'must not stand beside gateway_id', null);
  return read.done({
    ...(isOfCarrier ? { carrierId: read.text('carrier_id') } : { gatewayId: read.text('gateway_id') }),
    isUp: read.flag('ok'),
    sipCode: read.integer('sip_code', [100, 699]),
    rttMs: read.integer('rtt_ms', [0, RTT_MAX_MS]),
  });
}
