import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createSecureServer } from 'node:tls';
import { type Fields, numberOf, octetsOf, type Pdu, STATUS, textOf } from '../infrastructure/smpp/pdu';
import { type Answer, SmppConnection } from '../infrastructure/smpp/smpp-connection';
import { SmppLink } from '../infrastructure/smpp/smpp-link';
import type { SmppSettings, SmppSurroundings, SmppTimings } from '../infrastructure/smpp/smpp-settings';

/** A submit_sm as the SMSC received it. */
export interface ReceivedPart {
  /** The id that the SMSC gave. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly dataCoding: number;
  readonly esmClass: number;
  /** With the user data header. */
  readonly octets: Buffer;
  readonly fields: Fields;
}

/** What the SMSC does with a part; the default takes it at once. */
export interface PartScript {
  /** Of SMPP; 0 takes the part. */
  readonly status?: number;
  readonly delayMs?: number;
  /** No answer; or the connection ends instead of the answer, or after it. */
  readonly fault?: 'silent' | 'disconnect' | 'disconnect_after';
  /** Sends the receipt before the answer. */
  readonly receiptFirst?: ReceiptScript;
}

export interface ReceiptScript {
  /** As in message_state: 2 is delivered. */
  readonly state: number;
  /** Where the receipt says so. */
  readonly form?: 'parameters' | 'text';
  /** How the receipt spells the id. */
  readonly id?: string;
  readonly error?: string;
}

export interface SmscOptions {
  readonly port?: number;
  /** Key and certificate (PEM). */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Status of a bind. */
  readonly bind?: (fields: Fields) => number;
  /** Id of the nth part, from 1. */
  readonly idOf?: (n: number) => string;
  readonly script?: (part: ReceivedPart) => PartScript;
  /** Called for each command that is not answered otherwise; returns null for no answer. */
  readonly other?: (pdu: Pdu) => Answer | null;
}

const REQUEST = { timeoutMs: 10_000 };
const STATES = ['SCHED', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'];
const RECEIPT = 0x04;

/**
 * The SMSC of a carrier on loopback, for tests and benches: answers as scripted, sends receipts and messages, and disconnects. It
 * shares the codec with the links, so that Kannel checks both.
 */
export class Smsc {
  readonly parts: ReceivedPart[] = [];
  /** Fields of each bind, with its command. */
  readonly binds: { readonly command: string; readonly fields: Fields }[] = [];
  /** Commands that were received, in order, apart from enquire_link. */
  readonly commands: string[] = [];
  private readonly bound = new Map<SmppConnection, string>();
  private readonly sockets = new Map<SmppConnection, Socket>();
  private received = 0;

  private constructor(
    private readonly server: Server,
    private options: SmscOptions,
  ) {}

  static async start(options: SmscOptions = {}): Promise<Smsc> {
    const server = options.tls ? createSecureServer(options.tls) : createServer();
    const smsc = new Smsc(server, options);
    server.on(options.tls ? 'secureConnection' : 'connection', (socket: Socket) => smsc.accept(socket));
    await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
    return smsc;
  }

  get port(): number {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The SMSC does not listen.');
    return address.port;
  }

  /** Connections that are bound. */
  get boundCount(): number {
    return this.bound.size;
  }

  /** Changes what the SMSC does from now on. */
  set(options: Partial<SmscOptions>): void {
    this.options = { ...this.options, ...options };
  }

  /** Sends the receipt of a part. Returns the status with which it is acknowledged. */
  receipt(
    part: ReceivedPart,
    { state, form = 'parameters', id = part.id, error = '000' }: ReceiptScript,
  ): Promise<number> {
    const name = STATES[state] ?? '';
    const text = `id:${id} sub:001 dlvrd:001 submit date:2611281600 done date:2611281601 stat:${name} err:${error} text:x`;
    return this.deliver({
      source_addr_ton: 1,
      source_addr_npi: 1,
      source_addr: part.to,
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: part.from,
      esm_class: RECEIPT,
      short_message: Buffer.from(form === 'text' ? text : ''),
      ...(form === 'parameters' && { receipted_message_id: id, message_state: state }),
    });
  }

  /** Sends a message or a part of one. Returns the status with which it is acknowledged. */
  async deliver(fields: Fields, command = 'deliver_sm'): Promise<number> {
    const { status } = await this.receiver().request(command, fields, REQUEST);
    return status;
  }

  /** Sends a request, such as unbind. */
  request(command: string, fields: Fields = {}): Promise<Pdu> {
    return this.receiver().request(command, fields, REQUEST);
  }

  /** Writes octets that need not be a PDU. */
  write(octets: Buffer): void {
    this.sockets.get(this.receiver())?.write(octets);
  }

  /** Stops reading from the open connections, which are then as good as dead. */
  freeze(): void {
    for (const socket of this.sockets.values()) socket.pause();
  }

  /** Ends every connection without a word. */
  disconnect(): void {
    for (const connection of this.sockets.keys()) connection.destroy(new Error('scripted'));
  }

  async close(): Promise<void> {
    this.disconnect();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private receiver(): SmppConnection {
    const [receiver] = [...this.bound].find(([, command]) => command !== 'bind_transmitter') ?? [];
    if (!receiver) throw new Error('No receiver is bound to the SMSC.');
    return receiver;
  }

  private accept(socket: Socket): void {
    const connection = new SmppConnection(socket, {
      request: (pdu) => this.answer(pdu, connection),
      unreadable: (_octets, { status }) => Promise.resolve(status),
      ended: () => {
        this.bound.delete(connection);
        this.sockets.delete(connection);
      },
    });
    this.sockets.set(connection, socket);
  }

  private async answer(pdu: Pdu, connection: SmppConnection): Promise<Answer | null> {
    const { command, fields } = pdu;
    this.commands.push(command);
    if (command.startsWith('bind_')) return this.bind(pdu, connection);
    if (command === 'submit_sm') return this.take(fields, connection);
    if (command === 'unbind') {
      this.bound.delete(connection);
      return { status: STATUS.ok };
    }
    return this.options.other?.(pdu) ?? { status: STATUS.invalidCommand };
  }

  private bind({ command, fields }: Pdu, connection: SmppConnection): Answer {
    this.binds.push({ command, fields });
    const status = this.options.bind?.(fields) ?? STATUS.ok;
    if (status === STATUS.ok) this.bound.set(connection, command);
    return { status, fields: { system_id: 'smsc' } };
  }

  private async take(fields: Fields, connection: SmppConnection): Promise<Answer | null> {
    this.received += 1;
    const part: ReceivedPart = {
      id: this.options.idOf?.(this.received) ?? `m${String(this.received)}`,
      from: textOf(fields, 'source_addr'),
      to: textOf(fields, 'destination_addr'),
      dataCoding: numberOf(fields, 'data_coding') ?? 0,
      esmClass: numberOf(fields, 'esm_class') ?? 0,
      octets: octetsOf(fields, 'short_message') ?? Buffer.alloc(0),
      fields,
    };
    this.parts.push(part);
    const { status = STATUS.ok, delayMs = 0, fault, receiptFirst } = this.options.script?.(part) ?? {};
    // Not awaited: the link may acknowledge the receipt only after the answer.
    if (receiptFirst) void this.receipt(part, receiptFirst).catch(() => undefined);
    if (delayMs > 0) await sleep(delayMs);
    if (fault === 'silent') return null;
    if (fault === 'disconnect') connection.destroy(new Error('scripted'));
    if (fault === 'disconnect_after') setImmediate(() => connection.destroy(new Error('scripted')));
    return { status, fields: { message_id: part.id } };
  }
}

export interface LinkOptions {
  readonly settings?: Partial<SmppSettings>;
  readonly timings?: SmppTimings;
}

/** Opens a link to an SMSC. */
export function linkTo({ port }: Smsc, around: SmppSurroundings, { settings, timings }: LinkOptions = {}): SmppLink {
  return new SmppLink(
    {
      ...{ carrierId: 'mcr_1', host: '127.0.0.1', port, tls: false },
      ...{ systemId: 'trunkline', password: 'secret', systemType: '', bind: 'transceiver' },
      ...{ window: 10, perSecond: 10_000, sourceTon: 1, sourceNpi: 1, dataCoding: 0 },
      ...settings,
    },
    around,
    timings,
  );
}
