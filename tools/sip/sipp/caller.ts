import { Scenario } from './scenario';
import { EVENTS, PCMA, PCMU, sessionBody } from './sdp';

/** How the call ends: the caller hangs up after the hold time, waits for the other side, or gives up while it rings. */
export type CallEnd = 'caller' | 'callee' | 'gives-up';

/** Clocks of a caller, which SIPp logs: from INVITE to 180, and at the answer, to count answers. */
export const CLOCKS = { ringing: 'ringing', answer: 'answer' } as const;

export interface CallerScenario {
  /** User part and host of From, such as `+15559990000@127.0.0.1`. */
  readonly from: string;
  readonly displayName?: string;
  /** More headers of the INVITE. */
  readonly headers?: readonly string[];
  /** Answers the challenge that must come. */
  readonly digest?: { readonly user: string; readonly password: string };
  readonly formats?: readonly number[];
  readonly sendsSound?: boolean;
  readonly ends?: CallEnd;
  /** Time from the first 180 to CANCEL, or with `beforeRinging` from the 100. */
  readonly ringsMs?: number;
  readonly beforeRinging?: boolean;
  /** Contact, where it is not the caller's own address. */
  readonly contact?: string;
  /** Changes the BYE: its URI, where it is not that of the other side, its routes after those of the call, and its CSeq. */
  readonly bye?: { readonly uri?: string; readonly route?: string; readonly cseq?: number };
}

/** Failures that end a call. SIPp knows no patterns of responses. */
const FAILURES = [
  ...[400, 401, 402, 403, 404, 405, 407, 408, 410, 415, 416, 420, 480, 481, 482, 483, 484, 486, 487, 488],
  ...[500, 501, 502, 503, 504, 513, 600, 603, 604, 606],
];
const GIVES_UP_AFTER_MS = 400;
const TO = 'sip:[service]@[remote_ip]:[remote_port]';

const END_OF_CALL = 'Content-Length: 0\n';

/** Returns the scenario of a caller. The called number is SIPp's service, the hold time its pause. */
export function callerScenario(options: CallerScenario): string {
  return new Caller(options).scenario();
}

class Caller {
  private readonly scene = new Scenario('caller');
  private cseq = 1;

  constructor(private readonly options: CallerScenario) {}

  scenario(): string {
    const { scene, options } = this;
    this.invite();
    if (options.digest) this.answerChallenge(options.digest);
    const failed = scene.label();
    const over = scene.label();
    if (options.ends === 'gives-up') this.giveUp(failed);
    else this.talk(failed, over);
    scene.at(failed).send(this.acknowledgeFailure());
    return scene.at(over).toString();
  }

  /** Waits for an answer, and holds the call. */
  private talk(failed: number, over: number): void {
    const { scene, options } = this;
    scene.receiveResponse(100, { optional: true });
    scene.receiveResponse(180, { optional: true, stops: CLOCKS.ringing }).receiveResponse(183, { optional: true });
    for (const code of FAILURES) scene.receiveResponse(code, { optional: true, next: failed });
    scene.receiveResponse(200, { routes: true, starts: CLOCKS.answer });
    scene.send(this.within('ACK', this.cseq), { stops: CLOCKS.answer });
    if (options.sendsSound) scene.playSound();
    if (options.ends === 'callee') return void scene.answerBye(over);
    scene.pause().send(this.bye(), { repeats: true });
    scene.receiveResponse(200, { next: over });
  }

  /** Cancels while the call rings. The response to CANCEL and the 487 may come in either order. */
  private giveUp(failed: number): void {
    const { scene, options } = this;
    if (options.beforeRinging) scene.receiveResponse(100);
    else scene.receiveResponse(100, { optional: true }).receiveResponse(180);
    scene.pause(options.ringsMs ?? GIVES_UP_AFTER_MS);
    const cancel = ['[last_Via:]', this.identity(''), `CSeq: ${this.cseq} CANCEL`, 'Max-Forwards: 70'];
    scene.send(`CANCEL ${TO} SIP/2.0\n${cancel.join('\n')}\n${END_OF_CALL}`);
    scene.receiveResponse(180, { optional: true }).receiveResponse(200, { optional: true });
    scene.receiveResponse(487, { next: failed });
  }

  private answerChallenge({ user, password }: { readonly user: string; readonly password: string }): void {
    this.scene.receiveResponse(100, { optional: true }).receiveResponse(407, { challenge: true });
    this.scene.send(this.acknowledgeFailure());
    this.cseq += 1;
    this.invite(`[authentication username=${user} password=${password}]`);
  }

  private invite(...headers: string[]): void {
    const { formats = [PCMA, PCMU, EVENTS], headers: more = [], sendsSound = false } = this.options;
    const head = [...this.via(), ...headers, ...more, this.identity(''), `CSeq: ${this.cseq} INVITE`, ...this.rest()];
    const invite = `INVITE ${TO} SIP/2.0\n${head.join('\n')}\n${sessionBody(formats, sendsSound)}`;
    this.scene.send(invite, { repeats: true, ...this.clock() });
  }

  /** SIPp refuses a clock that nothing stops. */
  private clock(): { readonly starts?: string } {
    return this.options.ends === 'gives-up' ? {} : { starts: CLOCKS.ringing };
  }

  /** Returns a request within the dialog. */
  private within(method: string, cseq: number): string {
    const head = [...this.via(), '[routes]', this.identity('[peer_tag_param]'), `CSeq: ${cseq} ${method}`];
    return `${method} [next_url] SIP/2.0\n${[...head, ...this.rest()].join('\n')}\n${END_OF_CALL}`;
  }

  private bye(): string {
    const { uri = '[next_url]', route, cseq = this.cseq + 1 } = this.options.bye ?? {};
    const text = this.within('BYE', cseq).replace('[next_url]', uri);
    return route ? text.replace('[routes]', `[routes]\nRoute: ${route}`) : text;
  }

  /** An ACK of a failure belongs to the transaction of its INVITE. */
  private acknowledgeFailure(): string {
    const { from, displayName = '' } = this.options;
    const head = ['[last_Via:]', `From: ${displayName}<sip:${from}>;tag=[pid]c[call_number]`, '[last_To:]'];
    return `ACK ${TO} SIP/2.0\n${[...head, 'Call-ID: [call_id]', `CSeq: ${this.cseq} ACK`].join('\n')}\n${END_OF_CALL}`;
  }

  private via(): string[] {
    return ['Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]'];
  }

  private identity(toTag: string): string {
    const { from, displayName = '' } = this.options;
    return `From: ${displayName}<sip:${from}>;tag=[pid]c[call_number]\nTo: <${TO}>${toTag}\nCall-ID: [call_id]`;
  }

  private rest(): string[] {
    const contact = this.options.contact ?? 'sip:caller@[local_ip]:[local_port];transport=[transport]';
    return [`Contact: <${contact}>`, 'Max-Forwards: 70'];
  }
}
