import smpp from 'smpp';

/**
 * The package's codec without its conversions: they turn letters that an alphabet lacks into others in silence, and read dates by
 * the century of today. See docs/messages.md#smpp.
 */
class OctetPdu extends smpp.PDU {
  override _filter(): void {
    // Texts stay octets, and dates stay as they were written.
  }
}

/** Octets of a header: length, command, status and sequence number. */
export const HEADER_OCTETS = 16;
const RESPONSE = 0x8000_0000;
const TLV_HEADER_OCTETS = 4;

/** The statuses that this code sends or tells apart; SMPP 3.4, section 5.1.3. */
export const STATUS = {
  ok: 0x00,
  invalidMessageLength: 0x01,
  invalidCommandLength: 0x02,
  invalidCommand: 0x03,
  invalidBindState: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  invalidSource: 0x0a,
  invalidDestination: 0x0b,
  invalidMessageId: 0x0c,
  bindFailed: 0x0d,
  invalidPassword: 0x0e,
  invalidSystemId: 0x0f,
  queueFull: 0x14,
  invalidEsmClass: 0x43,
  invalidSourceTon: 0x48,
  invalidSourceNpi: 0x49,
  invalidDestinationTon: 0x50,
  invalidDestinationNpi: 0x51,
  invalidSystemType: 0x53,
  throttled: 0x58,
  temporaryError: 0x64,
  permanentError: 0x65,
  rejected: 0x66,
  queryFailed: 0x67,
  invalidParameterStream: 0xc0,
} as const;

const statusNames = new Map(Object.entries(smpp.errors).map(([name, status]) => [status, name]));

/** Returns the name of a status in SMPP, such as `ESME_RTHROTTLED`, or its number for a carrier's own. */
export function statusName(status: number): string {
  return statusNames.get(status) ?? `0x${status.toString(16).padStart(8, '0')}`;
}

const commandNames = new Set(Object.values(smpp.commandsById).map(({ command }) => command));

/** Returns the command that answers another; generic_nack answers an unknown one, and one that has no answer of its own. */
export function responseTo(command: string | undefined): string {
  const response = `${command ?? ''}_resp`;
  return commandNames.has(response) ? response : 'generic_nack';
}

/** The fields and optional parameters of a PDU by their names in SMPP: numbers, texts of ASCII, and octets. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Pdu {
  /** Name in SMPP, such as `deliver_sm`. */
  readonly command: string;
  readonly status: number;
  readonly sequence: number;
  readonly fields: Fields;
  /** As it was on the wire. */
  readonly octets: Buffer;
}

/** A PDU that cannot be read, with the status that answers it. The frame itself was whole. */
export class UnreadablePdu extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Header {
  /** Undefined for a command that SMPP does not have. */
  readonly command: string | undefined;
  readonly isResponse: boolean;
  readonly status: number;
  readonly sequence: number;
}

/** Reads the header of a frame, which may be cut off after it. */
export function readHeader(frame: Buffer): Header {
  const id = frame.readUInt32BE(4);
  return {
    command: smpp.commandsById[id]?.command,
    isResponse: (id & RESPONSE) !== 0,
    status: frame.readUInt32BE(8),
    sequence: frame.readUInt32BE(12),
  };
}

/** Reads a frame. Throws `UnreadablePdu` for an unknown command, and for fields that are missing, cut off or overlong. */
export function readPdu(frame: Buffer): Pdu {
  const { command, isResponse, status, sequence } = readHeader(frame);
  if (command === undefined) throw new UnreadablePdu(STATUS.invalidCommand, 'The command is unknown.');
  let fields: Fields;
  try {
    fields = Object.fromEntries(Object.entries(new OctetPdu(frame)));
  } catch (cause) {
    throw new UnreadablePdu(STATUS.invalidCommandLength, `The fields are cut off: ${String(cause)}`);
  }
  assertWhole(frame, fields, isResponse);
  return { command, status, sequence, fields, octets: frame };
}

/** The codec reads past what is missing, so lengths are checked again. */
function assertWhole(frame: Buffer, fields: Fields, isResponse: boolean): void {
  let end = endOfFields(frame, fields, isResponse);
  if (end > frame.length) throw new UnreadablePdu(STATUS.invalidCommandLength, 'The last field has no end.');
  while (end + TLV_HEADER_OCTETS <= frame.length) end += TLV_HEADER_OCTETS + frame.readUInt16BE(end + 2);
  if (end > frame.length) throw new UnreadablePdu(STATUS.invalidParameterStream, 'An optional parameter is cut off.');
}

/** Responses may omit their fields, as errors do. */
function endOfFields(frame: Buffer, fields: Fields, isResponse: boolean): number {
  let end = HEADER_OCTETS;
  for (const [name, { type }] of definedFields(frame)) {
    const value = fields[name];
    if (value === undefined && isResponse) return end;
    if (value === undefined) throw new UnreadablePdu(STATUS.invalidCommandLength, `The field ${name} is missing.`);
    if (Buffer.isBuffer(value) && frame[end] !== value.length)
      throw new UnreadablePdu(STATUS.invalidMessageLength, `The field ${name} is shorter than its length.`);
    end += type.size(value);
  }
  return end;
}

function definedFields(frame: Buffer) {
  return Object.entries(smpp.commandsById[frame.readUInt32BE(4)]?.params ?? {});
}

export interface NewPdu {
  readonly command: string;
  readonly sequence: number;
  readonly status?: number;
  /** Texts are ASCII; a field that is missing is 0 or empty. */
  readonly fields?: Fields;
}

/** Returns the octets of a PDU. With a status other than 0 it has no fields. */
export function pduOctets({ command, sequence, status = STATUS.ok, fields = {} }: NewPdu): Buffer {
  return new OctetPdu(command, { ...fields, command_status: status, sequence_number: sequence }).toBuffer();
}

export function numberOf(fields: Fields, name: string): number | null {
  const value = fields[name];
  return typeof value === 'number' ? value : null;
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

export function octetsOf(fields: Fields, name: string): Buffer | null {
  const value = fields[name];
  return Buffer.isBuffer(value) ? value : null;
}
