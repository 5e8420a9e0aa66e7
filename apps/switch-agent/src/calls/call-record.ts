import * as v from 'valibot';

const dialog = v.object({
  callId: v.string(),
  local: v.string(),
  remote: v.string(),
  target: v.string(),
  routes: v.array(v.string()),
  cseq: v.number(),
  remoteCSeq: v.number(),
});

const session = v.object({ id: v.number(), version: v.number() });

const callRecord = v.object({
  stage: v.picklist(['agent', 'number', 'connected', 'over']),
  /** Unix milliseconds of the last change. */
  at: v.number(),
  command: v.unknown(),
  startedAt: v.number(),
  agent: dialog,
  number: dialog,
  sessions: v.object({ agent: session, number: session }),
});

/** What is on disk of a dialled call: enough to end it, or to go on with it, after a restart of the agent. */
export type CallRecord = v.InferOutput<typeof callRecord>;

export const readCallRecord = (value: unknown): CallRecord | undefined => {
  const { success, output } = v.safeParse(callRecord, value);
  return success ? output : undefined;
};
