import type { Stack } from '../../tour/stack';
import { pause } from '../../postgres';
import type { Testbed } from '../bed/testbed';
import type { CalleeScenario } from '../sipp/callee';
import { type Caller, type CallOptions, type Phone, type PhoneOptions, placeCall, startCallee } from '../sipp/phone';
import type { Kamailio } from '../switch/kamailio';
import { Customer } from '../trunkline/customer';
import { type Expected, settled, type SettledCall } from '../trunkline/settled';
import { type Lab, SIP_DOMAIN } from './lab';

/** One behaviour that real calls prove. */
export interface Story {
  /** Begins with its verb: the subject is the switch. */
  readonly title: string;
  /** Of a story that waits long: it begins first. */
  readonly seconds?: number;
  readonly play: (stage: Stage) => Promise<void>;
}

const FROM = '+15559990000';
let addresses = 0;
let destinations = 0;

/** What a story uses, and what it has proved. Phones stop with the story. */
export class Stage {
  readonly proofs: string[] = [];
  readonly phones: Phone[] = [];
  private readonly closings: (() => Promise<unknown>)[] = [];
  /** An address of a carrier, from which nothing but this story calls. */
  readonly carrierAddress: string;
  /** An address of a customer. */
  readonly customerAddress: string;
  /** Another address of the same customer. */
  readonly otherAddress: string;
  /** An address that neither a carrier nor a customer has. */
  readonly strangerAddress: string;

  constructor(readonly lab: Lab) {
    addresses += 1;
    this.carrierAddress = `127.16.${addresses >> 8}.${addresses & 255}`;
    this.customerAddress = `127.64.${addresses >> 8}.${addresses & 255}`;
    this.otherAddress = `127.65.${addresses >> 8}.${addresses & 255}`;
    this.strangerAddress = `127.99.${addresses >> 8}.${addresses & 255}`;
  }

  /** The realm of the switch. */
  get domain(): string {
    return SIP_DOMAIN;
  }

  get bed(): Testbed {
    return this.lab.bed;
  }

  get stack(): Stack {
    return this.lab.stack;
  }

  get kamailio(): Kamailio {
    return this.lab.kamailio;
  }

  /** Returns a number in London that no other call of the run has. */
  destination(): string {
    destinations += 1;
    return `+4420794${String(destinations).padStart(5, '0')}`;
  }

  customer(options?: { readonly balanceCents?: number }): Promise<Customer> {
    return Customer.create(this.stack, options);
  }

  async callee(options?: CalleeScenario & PhoneOptions): Promise<Phone> {
    const phone = await startCallee(this.bed, options);
    this.phones.push(phone);
    return phone;
  }

  /** Starts a call, by default of a stranger through a carrier, and returns it while it is going on. */
  async call(to: string, options: Partial<CallOptions> = {}): Promise<Caller> {
    const host = options.host ?? this.carrierAddress;
    const from = options.from ?? `${FROM}@${host}`;
    const caller = await placeCall(this.bed, { via: this.kamailio.address, to, ...options, host, from });
    this.phones.push(caller);
    return caller;
  }

  /** Places a call and waits for its end. */
  async callAndWait(to: string, options?: Partial<CallOptions>): Promise<Caller> {
    const caller = await this.call(to, options);
    await caller.ended;
    return caller;
  }

  /** Lets a call go on. */
  talk(ms: number): Promise<void> {
    return pause(ms);
  }

  /** Waits until the call is settled, and records what became of it. */
  async settled(customer: Customer, { callId }: { readonly callId: string }, expected: Expected): Promise<SettledCall> {
    const call = await settled(customer, callId, expected);
    this.proofs.push(`call: ${call.summary}`);
    return call;
  }

  /** Checks a condition. States what it proves. */
  proves(what: string, isTrue: boolean, evidence: () => unknown = () => ''): void {
    if (!isTrue) throw new Error(`not true: ${what}; ${JSON.stringify(evidence())}`);
    this.proofs.push(what);
  }

  /** Runs at the end of the story, whatever its outcome. */
  onClose(close: () => Promise<unknown>): void {
    this.closings.push(close);
  }

  async close(): Promise<void> {
    await Promise.all(this.closings.map((close) => close()));
    await Promise.all(this.phones.map((phone) => phone.stop('SIGKILL')));
  }

  /** Returns the ladders of its calls, for the report of a failure. */
  ladders(): string {
    return this.phones.map((phone) => `${phone.address.port}: ${phone.ladder().join('  ')}`).join('\n');
  }
}
