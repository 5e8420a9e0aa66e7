interface SendOptions {
  /** Repeats the message until the next one arrives, as UDP requires for requests and final responses to INVITE. */
  readonly repeats?: boolean;
  /** Label to continue at. */
  readonly next?: number;
  /** Starts the clock of this name. */
  readonly starts?: string;
  /** Logs the time of the clock of this name. */
  readonly stops?: string;
}

interface ReceiveOptions {
  readonly optional?: boolean;
  readonly next?: number;
  readonly timeoutMs?: number;
  /** Label to continue at when nothing arrived in time. */
  readonly onTimeout?: number;
  readonly starts?: string;
  readonly stops?: string;
  /** Keeps the challenge for `[authentication]`. */
  readonly challenge?: boolean;
  /** Keeps the Record-Route headers for `[routes]`. */
  readonly routes?: boolean;
  /** Text of actions, such as the check of a digest. */
  readonly actions?: string;
}

const REPEAT_MS = 500;
const WAITS_FOR_BYE_MS = 180_000;
/** Two phones on loopback that answer at once would catch Kamailio between the two legs. */
const ANSWER_BYE_MS = 50;
const RESPONSE_TO_BYE = [
  'SIP/2.0 200 OK',
  ...['[last_Via:]', '[last_From:]', '[last_To:]', '[last_Call-ID:]', '[last_CSeq:]'],
  'Content-Length: 0',
  '',
].join('\n');

function attributesOf(attributes: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== false);
  return given.map(([name, value]) => ` ${name}="${String(value)}"`).join('');
}

/** A scenario of SIPp, built step by step. */
export class Scenario {
  private readonly steps: string[] = [];
  private labels = 0;

  constructor(private readonly name: string) {}

  /** Returns a new label, to be placed with `at()`. */
  label(): number {
    this.labels += 1;
    return this.labels;
  }

  at(label: number): this {
    return this.add(`<label id="${label}"/>`);
  }

  send(message: string, { repeats = false, next, starts, stops }: SendOptions = {}): this {
    const attributes = attributesOf({
      retrans: repeats ? REPEAT_MS : undefined,
      next,
      start_rtd: starts,
      rtd: stops,
    });
    return this.add(`<send${attributes}><![CDATA[\n${message}\n]]></send>`);
  }

  receiveResponse(code: number, options: ReceiveOptions = {}): this {
    return this.receive(`response="${code}"`, options);
  }

  receiveRequest(method: string, options: ReceiveOptions = {}): this {
    return this.receive(`request="${method}"`, options);
  }

  /** Waits for a BYE, answers it and continues at the label. */
  answerBye(next: number): this {
    this.receiveRequest('BYE', { timeoutMs: WAITS_FOR_BYE_MS }).pause(ANSWER_BYE_MS);
    return this.send(RESPONSE_TO_BYE, { next });
  }

  /** Pauses for a time, or for the one that SIPp was started with. */
  pause(ms?: number): this {
    return this.add(ms === undefined ? '<pause/>' : `<pause milliseconds="${ms}"/>`);
  }

  /** Sends the sound of a file that SIPp's package brings. */
  playSound(): this {
    const file = '/usr/share/sip-tester/g711a.pcap';
    return this.add(`<nop><action><exec play_pcap_audio="${file}"/></action></nop>`);
  }

  /** Continues at the label when the variable is true. */
  goToIf(variable: string, label: number): this {
    return this.add(`<nop hide="true" test="${variable}" next="${label}"/>`);
  }

  toString(): string {
    const steps = this.steps.map((step) => `  ${step}\n`).join('');
    return `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<scenario name="${this.name}">\n${steps}</scenario>\n`;
  }

  private receive(what: string, options: ReceiveOptions): this {
    const { optional, next, timeoutMs, onTimeout, challenge, routes, actions, starts, stops } = options;
    const attributes = attributesOf({
      optional,
      next,
      timeout: timeoutMs,
      ontimeout: onTimeout,
      auth: challenge,
      rrs: routes,
      start_rtd: starts,
      rtd: stops,
    });
    return this.add(`<recv ${what}${attributes}${actions ? `><action>${actions}</action></recv>` : '/>'}`);
  }

  private add(step: string): this {
    this.steps.push(step);
    return this;
  }
}
