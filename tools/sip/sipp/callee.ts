import { Scenario } from './scenario';
import { PCMA, PCMU, sessionBody } from './sdp';

export interface CalleeScenario {
  /** Rings for this time before it answers or refuses. 0: does not ring. */
  readonly ringsMs?: number;
  /** A final response in place of the answer, such as `486 Busy Here`. */
  readonly refuses?: string;
  /** Headers of the refusal, such as Retry-After. */
  readonly refusalHeaders?: readonly string[];
  /** Rings until the call is cancelled. */
  readonly neverAnswers?: boolean;
  /** Receives the INVITE and sends nothing. */
  readonly isSilent?: boolean;
  /** Asks for a digest, and answers only the right one. */
  readonly digest?: { readonly user: string; readonly password: string };
  readonly formats?: readonly number[];
  /** Sends back the sound that it receives. */
  readonly echoes?: boolean;
  /** Hangs up this time after the answer. */
  readonly hangsUpAfterMs?: number;
  /** Expects another INVITE after the answer, as in click to dial. */
  readonly isReinvited?: boolean;
  /** Host and port in the Contact, where they are not the ones that the phone sends from. */
  readonly contactHost?: string;
}

const RINGS_MS = 200;
const WAITS_MS = 180_000;
const EMPTY = 'Content-Length: 0\n';
const TAG = ';tag=[pid]a[call_number]';
const HERE = '[local_ip]:[local_port]';
const NONCE = '47ebe028cda119c35d4877b383027d28da013815';

/** Returns the scenario of a phone or gateway that is called. It also answers OPTIONS, which ask whether it is up. */
export function calleeScenario(options: CalleeScenario): string {
  return new Callee(options).scenario();
}

class Callee {
  private readonly scene = new Scenario('callee');
  private readonly over = this.scene.label();
  private readonly isProbe = this.scene.label();

  private readonly contact: string;

  constructor(private readonly options: CalleeScenario) {
    this.contact = `Contact: <sip:${options.contactHost ?? HERE};transport=[transport]>`;
  }

  scenario(): string {
    const { scene, options } = this;
    scene.receiveRequest('OPTIONS', { optional: true, next: this.isProbe });
    scene.receiveRequest('INVITE', { routes: true, actions: this.keepParties() });
    if (options.digest) this.challenge(options.digest);
    this.take();
    scene.at(this.isProbe).send(this.response('200 OK', [this.contact]));
    return scene.at(this.over).toString();
  }

  private take(): void {
    const { isSilent, neverAnswers, refuses, ringsMs = RINGS_MS } = this.options;
    if (isSilent) return void this.scene.receiveRequest('CANCEL', { timeoutMs: WAITS_MS, next: this.over });
    const cancelled = this.scene.label();
    if (neverAnswers) this.ring(WAITS_MS, cancelled);
    else if (ringsMs > 0) this.ring(ringsMs, cancelled);
    if (refuses) this.refuse(refuses);
    else if (!neverAnswers) this.answer();
    this.endCancelled(cancelled);
  }

  /** Rings, and continues at once when the call is cancelled. */
  private ring(ms: number, cancelled: number): void {
    const { scene } = this;
    const rang = scene.label();
    scene.send(this.response('180 Ringing', [this.contact]));
    scene.receiveRequest('CANCEL', { timeoutMs: ms, onTimeout: rang, next: cancelled });
    scene.at(rang);
  }

  private answer(): void {
    const { scene, options } = this;
    this.accept();
    if (options.isReinvited) {
      scene.receiveRequest('INVITE', { routes: true });
      this.accept(false);
    }
    if (options.hangsUpAfterMs !== undefined) {
      scene.pause(options.hangsUpAfterMs).send(this.bye(), { repeats: true });
      return void scene.receiveResponse(200, { next: this.over });
    }
    scene.answerBye(this.over);
  }

  private accept(isFirst = true): void {
    const { formats = [PCMU, PCMA], echoes = false } = this.options;
    const accepted = this.response('200 OK', [this.contact], isFirst, sessionBody(formats, echoes));
    this.scene.send(accepted, { repeats: true }).receiveRequest('ACK');
  }

  private refuse(status: string): void {
    const headers = this.options.refusalHeaders ?? [];
    this.scene.send(this.response(status, headers), { repeats: true }).receiveRequest('ACK', { next: this.over });
  }

  private endCancelled(label: number): void {
    const terminated = this.response('487 Request Terminated').replace(
      '[last_CSeq:]',
      'CSeq: [last_cseq_number] INVITE',
    );
    this.scene.at(label).send(this.response('200 OK')).send(terminated, { repeats: true });
    this.scene.receiveRequest('ACK', { next: this.over });
  }

  private challenge({ user, password }: { readonly user: string; readonly password: string }): void {
    const { scene } = this;
    const header = `WWW-Authenticate: Digest realm="gateway.example", nonce="${NONCE}", algorithm=MD5, qop="auth"`;
    const accepted = scene.label();
    scene.send(this.response('401 Unauthorized', [header]), { repeats: true }).receiveRequest('ACK');
    const check = `<verifyauth assign_to="accepted" username="${user}" password="${password}"/>${this.keepParties()}`;
    scene.receiveRequest('INVITE', { routes: true, actions: check }).goToIf('accepted', accepted);
    this.refuse('403 Forbidden');
    scene.at(accepted);
  }

  /** Keeps From and To of the INVITE, which a BYE of the callee swaps. SIPp refuses variables without a use. */
  private keepParties(): string {
    if (this.options.hangsUpAfterMs === undefined) return '';
    const keep = (header: string, variable: string) =>
      `<ereg regexp=".*" search_in="hdr" header="${header}:" assign_to="${variable}"/>`;
    return keep('From', 'remote') + keep('To', 'local');
  }

  private bye(): string {
    const head = ['Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]', '[routes]'];
    const identity = [`From:[$local]${TAG}`, 'To:[$remote]', 'Call-ID: [call_id]', 'CSeq: 1 BYE', 'Max-Forwards: 70'];
    return `BYE [next_url] SIP/2.0\n${[...head, ...identity].join('\n')}\n${EMPTY}`;
  }

  private response(status: string, headers: readonly string[] = [], hasTag = true, body = EMPTY): string {
    const copied = ['[last_Via:]', '[last_Record-Route:]', '[last_From:]', `[last_To:]${hasTag ? TAG : ''}`];
    const lines = [...copied, '[last_Call-ID:]', '[last_CSeq:]', ...headers];
    return `SIP/2.0 ${status}\n${lines.join('\n')}\n${body}`;
  }
}
