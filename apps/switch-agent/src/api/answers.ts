import * as v from 'valibot';

const text = () => v.pipe(v.string(), v.minLength(1), v.maxLength(255));
const optionalText = () => v.nullish(v.string());

/** A routing plan, in the form of an answer to `POST /switch/route`. It is passed on to Kamailio as it is. */
const plan = v.looseObject({
  routes: v.array(
    v.looseObject({
      target_id: optionalText(),
      gateway_id: optionalText(),
      carrier_id: optionalText(),
      contact_id: optionalText(),
      codecs: v.nullish(v.array(v.string()), []),
    }),
  ),
});

const common = { id: text(), at: v.number() };

const command = v.variant('type', [
  v.object({ ...common, type: v.literal('hangup'), decision_id: text(), call_id: optionalText() }),
  v.object({
    ...common,
    type: v.literal('originate'),
    decision_id: text(),
    call_id: text(),
    from: text(),
    to: text(),
    ring_timeout_s: v.pipe(v.number(), v.minValue(1), v.maxValue(600)),
    plan,
    agent: plan,
  }),
  v.object({ ...common, type: v.literal('probe'), uri: text(), transport: optionalText() }),
  v.object({ ...common, type: v.literal('test'), uri: optionalText() }),
]);

/** A command of a type that this release does not know is reported as failed. */
const unknownCommand = v.object({ ...common, type: text() });

const commandsAnswer = v.object({ commands: v.array(v.unknown()) });

export type Plan = v.InferOutput<typeof plan>;
export type Command = v.InferOutput<typeof command>;
export type HangUpCommand = Extract<Command, { type: 'hangup' }>;
export type OriginateCommand = Extract<Command, { type: 'originate' }>;
export type ProbeCommand = Extract<Command, { type: 'probe' }>;
export type TestCommand = Extract<Command, { type: 'test' }>;

export type ReceivedCommand = Command | { readonly id: string; readonly at: number; readonly type: 'unreadable' };

/** Reads the answer of `GET /switch/commands`. Throws for one without commands; skips a command without an id. */
export function commandsIn(body: unknown): ReceivedCommand[] {
  return v.parse(commandsAnswer, body).commands.flatMap((each): ReceivedCommand[] => {
    const known = v.safeParse(command, each);
    if (known.success) return [known.output];
    const other = v.safeParse(unknownCommand, each);
    return other.success ? [{ id: other.output.id, at: other.output.at, type: 'unreadable' }] : [];
  });
}

export const readOriginate = (value: unknown): OriginateCommand | undefined => {
  const { success, output } = v.safeParse(command, value);
  return success && output.type === 'originate' ? output : undefined;
};
