import type { RowOutcome } from '@trunkline/cdr';
import { unixSeconds } from '@trunkline/kernel';
import type { HeartbeatAnswer, RouteAnswer } from '@trunkline/voice-routing';

/** A switch tries the next gateway after this time without a provisional response. */
const NO_REPLY_MS = 4_000;
const RTJSON_VERSION = '1.0';

type AnsweredRoute = Extract<RouteAnswer, { action: 'route' }>['routes'][number];

/** Returns the decision in the format of Kamailio's rtjson module, with further members for the switch's script. */
export function routeJson(answer: RouteAnswer): object {
  const { action, decisionId } = answer;
  const head = { action, decision_id: decisionId, version: RTJSON_VERSION };
  if (answer.action === 'reject') {
    const { code, reason } = answer;
    return { ...head, code, reason, routing: 'serial', max_duration_s: 0, routes: [] };
  }
  const auth = answer.routes.find((route) => route.auth !== null)?.auth;
  return {
    ...head,
    routing: answer.routing,
    max_duration_s: answer.maxDurationSeconds,
    ring_timeout_ms: Math.max(0, ...answer.routes.map(({ ringTimeoutSeconds }) => ringTimeoutSeconds)) * 1000,
    ...(auth && { auth: authJson(auth) }),
    // CDRs name a route by its index among all routes of the decision.
    first_branch: answer.firstBranch,
    routes: answer.routes.map(routeOf),
    ...(answer.resumeAfter !== null && { resume: { after_target_id: answer.resumeAfter } }),
  };
}

function routeOf(route: AnsweredRoute): object {
  const extra = Object.entries(route.headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return {
    uri: route.uri,
    dst_uri: route.dstUri,
    ...(route.path && { path: route.path }),
    fr_timer: NO_REPLY_MS,
    fr_inv_timer: route.ringTimeoutSeconds * 1000,
    headers: { ...(route.fromUri && { from: fromOf(route) }), ...(extra && { extra }) },
    ...(route.auth && { auth: authJson(route.auth) }),
    target_id: route.targetId,
    gateway_id: route.gatewayId,
    carrier_id: route.carrierId,
    contact_id: route.contactId,
    media: route.media,
    codecs: route.codecs,
    dtmf_mode: route.dtmfMode,
    // Routes of a later pass are tried only if all earlier routes failed for technical reasons.
    pass: route.pass,
  };
}

function fromOf({ fromUri: uri, fromDisplay: display }: AnsweredRoute): object {
  return { ...(display && { display }), uri };
}

function authJson({ username, password }: NonNullable<AnsweredRoute['auth']>): object {
  return { user: username, password };
}

export function heartbeatJson({ extend, now }: HeartbeatAnswer): object {
  return {
    extend: extend.map(({ decisionId, maxDurationSeconds }) => ({
      decision_id: decisionId,
      max_duration_s: maxDurationSeconds,
    })),
    now: unixSeconds(now),
  };
}

export function outcomesJson(outcomes: readonly RowOutcome[]): object {
  return { outcomes: outcomes.map(outcomeJson) };
}

function outcomeJson(row: RowOutcome): object {
  switch (row.outcome) {
    case 'ignored':
      return { outcome: row.outcome };
    case 'quarantined':
      return { outcome: row.outcome, quarantine_id: row.quarantineId, reason: row.reason, fields: row.fields };
    case 'error':
      return { outcome: row.outcome, error: { code: row.code, message: row.message, fields: row.fields } };
    default:
      return { outcome: row.outcome, cdr_id: row.cdrId };
  }
}
