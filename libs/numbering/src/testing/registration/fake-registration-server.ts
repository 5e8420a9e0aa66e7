import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ApprovedBundle } from '../../application/registration/end-user-registrar';

export type Json = Record<string, unknown>;

export interface FakeCall {
  readonly method: string;
  /** Without the version of the API. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly json: Json;
  readonly raw: Buffer;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body: object | null;
}

const FAILURE: FakeAnswer = { status: 500, body: { errors: [{ title: 'Unexpected error' }] } };
const REFUSAL: FakeAnswer = { status: 422, body: { errors: [{ title: 'Ada is invalid' }] } };

/** A supplier's registration API on this machine, as the contract suite drives it. */
export abstract class FakeRegistrationServer {
  /** Method and first part of the path of each request, such as `POST identities`. */
  readonly requests: string[] = [];
  /** The next request of this kind is answered 500 without an effect. */
  failNext: string | null = null;
  /** Each request of this kind is answered 500. */
  failAlways: string | null = null;
  /** The next request of this kind is answered 422 without an effect. */
  refuseNext: string | null = null;
  /** The next request of this kind takes effect and is answered 500. */
  loseNext: string | null = null;
  /** Requests take effect only after the promise of their kind. */
  readonly holds = new Map<string, Promise<void>>();
  private readonly server: Server = createServer((request, response) => {
    void this.serve(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === null ? '' : JSON.stringify(body));
    });
  });

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  get baseUrl(): URL {
    return new URL(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v0`);
  }

  countOf(request: string): number {
    return this.requests.filter((each) => each === request).length;
  }

  /** Adds a number that waits for an identity document, a proof of address and a form, and returns its reference. */
  abstract addNumber(orderId: string): string;
  /** Decides the review of a number, with reasons to reject it. */
  abstract decide(orderId: string, reasons?: readonly string[]): void;
  /** The contents of the documents that arrived, readable. */
  abstract contents(): readonly string[];
  /** The names of the end users that arrived. */
  abstract names(): readonly string[];
  /** The types of records that it holds of end users. */
  abstract held(): readonly string[];
  protected abstract answer(call: FakeCall): FakeAnswer;

  private async serve(request: IncomingMessage): Promise<FakeAnswer> {
    const { method = '', url = '', headers } = request;
    const { pathname, searchParams: query } = new URL(url, 'http://fake');
    const raw = await buffer(request);
    const path = pathname.replace('/v0/', '');
    const name = `${method} ${path.split('/')[0]}`;
    this.requests.push(name);
    await this.holds.get(name);
    if (this.failAlways === name) return FAILURE;
    if (this.failNext === name) {
      this.failNext = null;
      return FAILURE;
    }
    if (this.refuseNext === name) {
      this.refuseNext = null;
      return REFUSAL;
    }
    const isJson = headers['content-type']?.includes('json') ?? false;
    const json = isJson && raw.length > 0 ? (JSON.parse(raw.toString()) as Json) : {};
    const answer = this.answer({ method, path, query, json, raw });
    if (this.loseNext !== name) return answer;
    this.loseNext = null;
    return FAILURE;
  }
}

/** A bundle of a person with an identity document, a utility bill and a form. */
export function aBundle(id: string, change: Partial<ApprovedBundle> = {}): ApprovedBundle {
  const document = (docType: string) => ({
    id: `doc_${id}_${docType}`,
    docType,
    filename: `${docType}.pdf`,
    open: () => Promise.resolve(Readable.from([Buffer.from(`%PDF ${docType} of ${id}`)])),
  });
  return {
    id,
    endUser: {
      kind: 'person',
      firstName: 'Ada',
      lastName: 'Lovelace',
      dateOfBirth: '1815-12-10',
      businessName: null,
      businessRegistrationNumber: null,
      vatNumber: null,
      email: 'ada@example.com',
      phoneE164: '+4930901820',
      addressLine1: 'Unter den Linden 1',
      addressLine2: null,
      city: 'Berlin',
      state: null,
      postalCode: '10117',
      country: 'DE',
      idDocNumber: null,
      notes: null,
    },
    documents: [document('passport'), document('utility_bill'), document('other')],
    ...change,
  };
}
