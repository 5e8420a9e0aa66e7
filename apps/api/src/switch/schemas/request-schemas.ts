import { REPORT_ROWS_MAX } from '@trunkline/cdr';
import { HEALTH_EVIDENCE } from '@trunkline/voice-routing';
import { ATTESTATIONS, VERIFICATIONS } from '@trunkline/kernel';
import * as v from 'valibot';
import {
  bodyOf,
  caller,
  flag,
  integer,
  items,
  members,
  node,
  optionalAddress,
  optionalText,
  optionalWord,
  parse,
  queryInteger,
  result,
  text,
} from './schemas';

const PORT_MAX = 65_535;

const ROUTE_REQUEST = v.pipe(
  members({
    switch_id: text(),
    node: node(),
    call_id: text(),
    // Empty if the caller withholds the number.
    from: caller(),
    to: text(),
    source_ip: optionalAddress(),
    source_port: v.nullish(integer(1, PORT_MAX), null),
    transport: optionalWord(['udp', 'tcp', 'tls', 'ws', 'wss']),
    auth_user: optionalText(),
    asserted_identity: v.nullish(caller(), null),
    privacy: v.nullish(v.string('must be text'), null),
    attestation: optionalWord(ATTESTATIONS),
    verification: optionalWord(VERIFICATIONS),
    extends: v.nullish(flag(), false),
  }),
  v.transform((body) => ({
    switchId: body.switch_id,
    node: body.node,
    callId: body.call_id,
    from: body.from,
    to: body.to,
    sourceIp: body.source_ip,
    sourcePort: body.source_port,
    transport: body.transport,
    authUser: body.auth_user,
    assertedIdentity: body.asserted_identity || null,
    privacy: body.privacy,
    attestation: body.attestation,
    verification: body.verification,
    isExtending: body.extends,
  })),
);

const ROWS = members({ cdrs: items(REPORT_ROWS_MAX) });

const health = {
  ...result,
  evidence: v.nullish(v.picklist(HEALTH_EVIDENCE, `must be ${HEALTH_EVIDENCE.join(' or ')}`), 'probe' as const),
};

const GATEWAY_REPORT = v.pipe(
  members({ gateway_id: text(), ...health }),
  v.transform((body) => ({
    gatewayId: body.gateway_id,
    evidence: body.evidence,
    isUp: body.ok,
    sipCode: body.sip_code,
    rttMs: body.rtt_ms,
  })),
);

const CARRIER_REPORT = v.pipe(
  members({ carrier_id: text(), gateway_id: v.optional(v.unknown()), ...health }),
  v.forward(
    v.partialCheck(
      [['carrier_id'], ['gateway_id']],
      (body) => (body.gateway_id ?? null) === null,
      'must not be combined with gateway_id',
    ),
    ['carrier_id'],
  ),
  v.transform((body) => ({
    carrierId: body.carrier_id,
    evidence: body.evidence,
    isUp: body.ok,
    sipCode: body.sip_code,
    rttMs: body.rtt_ms,
  })),
);

const PAGE_MAX = 5_000;

const FEED_QUERY = v.pipe(
  members({ after: optionalText(), limit: queryInteger(1, PAGE_MAX, PAGE_MAX) }),
  v.transform(({ after, limit }) => [after, limit] as const),
);

/** Reads the query `after`, `limit` (1 to 5,000). */
export function feedQuery(query: URLSearchParams) {
  return parse(FEED_QUERY, Object.fromEntries(query));
}

export function routeRequest(value: unknown) {
  return parse(ROUTE_REQUEST, bodyOf(value));
}

const RESUME = members({ resume: v.nullish(flag(), false) });
const RESUMED = members({ decision_id: text(), after_target_id: text() });

/** Returns which decision a request for a route resumes, and after which target; null for a new call. */
export function resumeOf(value: unknown): { readonly decisionId: string; readonly afterTargetId: string } | null {
  const body = bodyOf(value);
  if (!parse(RESUME, body).resume) return null;
  const { decision_id: decisionId, after_target_id: afterTargetId } = parse(RESUMED, body);
  return { decisionId, afterTargetId };
}

/** Returns the rows as received; each is validated by itself. A single object is one row. */
export function reportedRows(value: unknown): readonly unknown[] {
  const body = bodyOf(value);
  return 'cdrs' in body ? parse(ROWS, body).cdrs : [body];
}

/** The health of exactly one peer: a customer's gateway (`gateway_id`) or the operator's carrier (`carrier_id`). */
export function gatewayReport(value: unknown) {
  const body = bodyOf(value);
  return parse((body['carrier_id'] ?? null) === null ? GATEWAY_REPORT : CARRIER_REPORT, body);
}
