import { readFileSync } from 'node:fs';
import { isListening } from '../bed/listening';
import type { Program } from '../bed/program';
import { pause } from '../../postgres';
import type { Testbed } from '../bed/testbed';
import { type CallerScenario, callerScenario } from './caller';
import { type CalleeScenario, calleeScenario } from './callee';
import { lineOf, messagesIn, type SipMessage } from './messages';
import { type RegistrationScenario, registrationScenario } from './registration';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export type Transport = 'udp' | 'tcp';

/** Of one SIPp: signalling on the port, sound on the next even one of the media range. */
export interface PhoneOptions {
  readonly host?: string;
  readonly port?: number;
  readonly transport?: Transport;
}

export interface CallOptions extends CallerScenario, PhoneOptions {
  readonly to: string;
  /** The switch. */
  readonly via: Address;
  readonly holdMs?: number;
  /** In place of a Call-ID that no other call of the run has. */
  readonly callId?: string;
}

const LOOPBACK = '127.0.0.1';
const HOLD_MS = 1_500;
const LISTENING_MS = 5_000;
const LISTENING_POLL_MS = 20;
const MEDIA_PORTS = 4;
/**
 * A 180 may overtake the 200 when several processes of the switch relay them; SIPp would end the call. A call that has
 * ended may come again with its Call-ID, over another route to the same phone.
 */
const TOLERANT = ['-default_behaviors', 'all,-abortunexp', '-aa', '-deadcall_wait', '0'];
let phones = 0;

/** SIPp as a phone, with a log of its messages. */
export class Phone {
  constructor(
    readonly address: Address,
    private readonly program: Program,
    private readonly messageFile: string,
  ) {}

  /** Resolves when SIPp has ended: a caller after its call. */
  get ended(): Promise<number | null> {
    return this.program.exited;
  }

  messages(): SipMessage[] {
    try {
      return messagesIn(readFileSync(this.messageFile, 'latin1'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  received(method: string): SipMessage[] {
    return this.messages().filter((each) => !each.isSent && each.code === null && each.method === method);
  }

  ladder(): string[] {
    return this.messages().map(lineOf);
  }

  stop(signal?: NodeJS.Signals): Promise<void> {
    return this.program.stop(signal);
  }
}

/** A phone that places one call. */
export class Caller extends Phone {
  constructor(
    phone: ConstructorParameters<typeof Phone>,
    readonly callId: string,
  ) {
    super(...phone);
  }

  /** Returns the codes of the responses to INVITE, in order and without repeats. */
  responses(): number[] {
    const codes = this.messages().flatMap(({ isSent, code, method }) =>
      !isSent && code !== null && method === 'INVITE' ? [code] : [],
    );
    return codes.filter((code, index) => code !== codes[index - 1]);
  }

  /** Returns the final code of the call, or null while there is none. A challenge that was answered is not final. */
  final(): number | null {
    return (
      this.responses()
        .filter((code) => code >= 200)
        .at(-1) ?? null
    );
  }
}

export interface SippOptions extends PhoneOptions {
  /** Logs each message. Too much under load. Default: true. */
  readonly isTraced?: boolean;
  readonly scenario: string;
  readonly hasSound?: boolean;
  readonly args: readonly string[];
}

/** Starts SIPp. Returns its address, the program and the file of its messages. */
export async function startSipp(
  bed: Testbed,
  kind: string,
  options: SippOptions,
): Promise<ConstructorParameters<typeof Phone>> {
  phones += 1;
  const name = `${kind}-${phones}`;
  const { host = LOOPBACK, transport = 'udp', port = await bed.ports.port() } = options;
  const file = bed.write(`${name}.xml`, options.scenario);
  const messageFile = bed.path(`${name}.messages`);
  const media = options.hasSound ? ['-rtp_echo', '-mi', host, '-mp', String(await bed.ports.media(MEDIA_PORTS))] : [];
  const own = ['-i', host, '-p', String(port), ...media];
  const trace = (options.isTraced ?? true) ? ['-trace_msg', '-message_file', messageFile] : [];
  const logs = [...trace, '-trace_err', '-error_file', bed.path(`${name}.errors`)];
  const way = ['-t', transport === 'tcp' ? 't1' : 'u1', '-nostdin', ...TOLERANT];
  const program = bed.start(name, 'sipp', [...options.args, '-sf', file, ...own, ...way, ...logs]);
  return [{ host, port }, program, messageFile];
}

/** Starts a phone or gateway that is called. Resolves when it listens. */
export async function startCallee(
  bed: Testbed,
  options: CalleeScenario & PhoneOptions & Pick<SippOptions, 'isTraced'> = {},
): Promise<Phone> {
  const started = await startSipp(bed, 'callee', {
    ...options,
    scenario: calleeScenario(options),
    hasSound: options.echoes ?? false,
    args: [],
  });
  await listening(started);
  return new Phone(...started);
}

/** Places one call. */
export async function placeCall(bed: Testbed, options: CallOptions): Promise<Caller> {
  const { via, to, holdMs = HOLD_MS, host = LOOPBACK } = options;
  const { callId = `call-${process.pid}-${phones + 1}@${host}` } = options;
  const args = [`${via.host}:${via.port}`, '-s', to, '-d', String(holdMs), '-m', '1', '-cid_str', callId];
  return new Caller(
    await startSipp(bed, 'caller', {
      ...options,
      scenario: callerScenario(options),
      hasSound: options.sendsSound ?? false,
      args,
    }),
    callId,
  );
}

/** Registers, and returns the code of the final response. */
export async function register(
  bed: Testbed,
  options: RegistrationScenario & PhoneOptions & { readonly via: Address },
): Promise<number | null> {
  const args = [`${options.via.host}:${options.via.port}`, '-m', '1'];
  const started = await startSipp(bed, 'phone', { ...options, scenario: registrationScenario(options), args });
  const phone = new Phone(...started);
  await phone.ended;
  return phone.messages().findLast(({ isSent }) => !isSent)?.code ?? null;
}

/** SIPp prints nothing when it listens. Its port is in use then. */
async function listening([{ port }, program]: ConstructorParameters<typeof Phone>): Promise<void> {
  const deadline = Date.now() + LISTENING_MS;
  while (program.isRunning && Date.now() < deadline) {
    if (isListening(port)) return;
    await pause(LISTENING_POLL_MS);
  }
  throw new Error(`SIPp does not listen on ${port}: ${program.log().slice(-500)}`);
}
