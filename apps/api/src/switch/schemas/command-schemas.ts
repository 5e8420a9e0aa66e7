import * as v from 'valibot';
import { bodyOf, members, node, optionalText, parse, queryInteger, result, text } from './schemas';

const WAIT_MAX_SECONDS = 30;

const POLL = v.pipe(
  members({
    switch_id: text(),
    node: node(),
    after: optionalText(),
    wait_s: queryInteger(0, WAIT_MAX_SECONDS, 0),
  }),
  v.transform((query) => ({
    switchId: query.switch_id,
    node: query.node,
    after: query.after,
    waitSeconds: query.wait_s,
  })),
);

const RESULT = v.pipe(
  members({
    switch_id: optionalText(),
    ...result,
    error: optionalText(),
  }),
  v.transform((body) => ({
    switchId: body.switch_id,
    ok: body.ok,
    sipCode: body.sip_code,
    rttMs: body.rtt_ms,
    error: body.error,
  })),
);

/** Reads the query `switch_id`, `node`, `after`, `wait_s` (0 to 30). */
export function commandPoll(query: URLSearchParams) {
  return parse(POLL, Object.fromEntries(query));
}

/** Reads `{ ok, sip_code?, rtt_ms?, error? }`. */
export function commandResult(value: unknown) {
  return parse(RESULT, bodyOf(value));
}
