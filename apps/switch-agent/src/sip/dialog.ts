import { type HeaderEntry, newBranch, newToken, parseNameAddress, tagOf } from './headers';
import { newRequest, type SipRequest, type SipResponse } from './message';
import type { Address } from './transport';

/** What this side knows of a dialog (RFC 3261 section 12), as it is stored. */
export interface DialogState {
  readonly callId: string;
  /** From of this side's requests, with the tag. */
  readonly local: string;
  /** To of this side's requests, with the tag once the other side has answered. */
  readonly remote: string;
  /** The request URI. */
  readonly target: string;
  readonly routes: readonly string[];
  /** The number of the last request of this side. */
  readonly cseq: number;
  /** The number of the last request of the other side; -1 before the first. */
  readonly remoteCSeq: number;
}

export interface Content {
  readonly type: string;
  readonly body: string;
}

export const SDP = 'application/sdp';
/** What this user agent understands; it answers other requests with 405. */
export const ALLOW = 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE';

export const addressText = ({ host, port }: Address): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

export const contactOf = (local: Address): string => `<sip:agent@${addressText(local)}>`;

export interface NewDialog {
  readonly callId: string;
  readonly from: string;
  readonly to: string;
  readonly target: string;
}

/** The dialog of a call, and the requests of this side within it. */
export class Dialog {
  private constructor(private known: DialogState) {}

  static of({ callId, from, to, target }: NewDialog): Dialog {
    const local = `<${from}>;tag=${newToken()}`;
    return new Dialog({ callId, local, remote: `<${to}>`, target, routes: [], cseq: 0, remoteCSeq: -1 });
  }

  static from(state: DialogState): Dialog {
    return new Dialog(state);
  }

  /** The dialog that a 2xx to an INVITE of this side established, read from the response alone. */
  static ofAnswer(response: SipResponse): Dialog {
    const { headers, callId, cseq } = response;
    const state = { callId, local: headers.get('From') ?? '', remote: '', target: '', routes: [], remoteCSeq: -1 };
    const dialog = new Dialog({ ...state, cseq: cseq.number });
    dialog.establish(response);
    return dialog;
  }

  /** The dialog of a call that this side answers. */
  static ofRequest({ headers, callId, cseq }: SipRequest, localTag: string): Dialog {
    return new Dialog({
      callId,
      local: `${headers.get('To') ?? ''};tag=${localTag}`,
      remote: headers.get('From') ?? '',
      target: parseNameAddress(headers.get('Contact') ?? '')?.uri ?? '',
      routes: headers.all('Record-Route'),
      cseq: 0,
      remoteCSeq: cseq.number,
    });
  }

  get state(): DialogState {
    return this.known;
  }

  get localTag(): string {
    return tagOf(this.known.local) ?? '';
  }

  get remoteTag(): string | undefined {
    return tagOf(this.known.remote);
  }

  /** Takes over what a 2xx to an INVITE says: the tag and routes once, the target each time. */
  establish({ headers }: SipResponse): void {
    const target = parseNameAddress(headers.get('Contact') ?? '')?.uri ?? this.known.target;
    const isNew = this.remoteTag === undefined;
    this.known = {
      ...this.known,
      target,
      ...(isNew && { remote: headers.get('To') ?? '', routes: headers.all('Record-Route').reverse() }),
    };
  }

  /** Takes over the target of a request of the other side. Returns false if its CSeq is lower than the last. */
  receive({ headers, cseq, method }: SipRequest): boolean {
    if (cseq.number < this.known.remoteCSeq) return false;
    const contact = parseNameAddress(headers.get('Contact') ?? '')?.uri;
    const isRefresh = method === 'INVITE' || method === 'UPDATE';
    this.known = {
      ...this.known,
      remoteCSeq: cseq.number,
      ...(isRefresh && contact !== undefined && { target: contact }),
    };
    return true;
  }

  /** Builds the next request of this side. An ACK has the number of the INVITE that it acknowledges. */
  request(method: string, local: Address, { entries = [], content, cseq }: RequestParts = {}): SipRequest {
    const number = cseq ?? this.known.cseq + 1;
    if (cseq === undefined) this.known = { ...this.known, cseq: number };
    const { target, routes, local: from, remote, callId } = this.known;
    const lines: HeaderEntry[] = [
      ['Via', `SIP/2.0/UDP ${addressText(local)};branch=${newBranch()};rport`],
      ...routes.map((route): HeaderEntry => ['Route', route]),
      ['From', from],
      ['To', remote],
      ['Call-ID', callId],
      ['CSeq', `${number} ${method}`],
      ['Max-Forwards', '70'],
      ...(method === 'BYE' ? [] : [['Contact', contactOf(local)] as const]),
      ...entries,
      ...(content ? [['Content-Type', content.type] as const] : []),
    ];
    return newRequest(method, target, lines, content?.body);
  }
}

interface RequestParts {
  readonly entries?: readonly HeaderEntry[];
  readonly content?: Content | undefined;
  readonly cseq?: number;
}
