import type { DeliveryReport, InboundPart } from '../../application/carriers/ports';
import { type Fields, numberOf, octetsOf, type Pdu, STATUS, textOf, UnreadablePdu } from './pdu';
import { reportOf } from './receipts';
import { addressOf } from './submissions';
import { decodeText, encodingOf } from './texts';

/** What a carrier delivers: the state of a sent message, or a part of a received one. */
export type Delivery =
  | { readonly kind: 'receipt'; readonly report: DeliveryReport }
  | { readonly kind: 'part'; readonly part: InboundPart };

/** SMPP 3.4, section 5.2.12. */
const ESM = { type: 0x3c, message: 0x00, receipt: 0x04, intermediate: 0x20, userDataHeader: 0x40 } as const;
/** Information elements of user data headers; 3GPP TS 23.040, section 9.2.3.24. */
const ELEMENT = { parts8: 0x00, parts16: 0x08, singleShift: 0x24, lockingShift: 0x25 } as const;

/** Reads a deliver_sm or data_sm. Throws `UnreadablePdu` with the status to answer. */
export function deliveryOf({ fields }: Pick<Pdu, 'fields'>, receivedAt: Date): Delivery {
  const type = (numberOf(fields, 'esm_class') ?? 0) & ESM.type;
  const hasState = numberOf(fields, 'message_state') !== null && textOf(fields, 'receipted_message_id') !== '';
  // A text that looks like a receipt is none: any phone can send it. Only carriers set the type, and optional parameters.
  if (type === ESM.receipt || type === ESM.intermediate || hasState)
    return { kind: 'receipt', report: reportOf(fields, octetsIn(fields)) };
  if (type !== ESM.message)
    throw new UnreadablePdu(STATUS.invalidEsmClass, `Messages of the type ${type} are not supported.`);
  return { kind: 'part', part: partOf(fields, receivedAt) };
}

function octetsIn(fields: Fields): Buffer {
  const octets = octetsOf(fields, 'short_message');
  return octets && octets.length > 0 ? octets : (octetsOf(fields, 'message_payload') ?? Buffer.alloc(0));
}

function partOf(fields: Fields, receivedAt: Date): InboundPart {
  const octets = octetsIn(fields);
  const hasHeader = ((numberOf(fields, 'esm_class') ?? 0) & ESM.userDataHeader) !== 0;
  const { elements, content } = hasHeader ? withoutHeader(octets) : { elements: [], content: octets };
  if (elements.some(({ id }) => id === ELEMENT.singleShift || id === ELEMENT.lockingShift))
    throw new UnreadablePdu(STATUS.rejected, 'National language tables are not supported.');
  const text = decodeText(content, numberOf(fields, 'data_coding') ?? 0);
  return {
    carrierMessageId: textOf(fields, 'receipted_message_id') || null,
    from: addressOf(numberOf(fields, 'source_addr_ton'), textOf(fields, 'source_addr')),
    to: addressOf(numberOf(fields, 'dest_addr_ton'), textOf(fields, 'destination_addr')),
    text,
    encoding: encodingOf(text),
    ...(placeIn(elements) ?? placeOf(fields) ?? { reference: null, part: 1, parts: 1 }),
    receivedAt,
  };
}

interface Element {
  readonly id: number;
  readonly data: Buffer;
}

function withoutHeader(octets: Buffer): { readonly elements: readonly Element[]; readonly content: Buffer } {
  const end = 1 + (octets[0] ?? 0);
  if (end > octets.length) throw new UnreadablePdu(STATUS.rejected, 'The user data header is cut off.');
  const elements: Element[] = [];
  for (let at = 1; at < end; ) {
    const length = octets[at + 1] ?? 0;
    const next = at + 2 + length;
    if (next > end) throw new UnreadablePdu(STATUS.rejected, 'An element of the user data header is cut off.');
    elements.push({ id: octets[at] ?? 0, data: octets.subarray(at + 2, next) });
    at = next;
  }
  return { elements, content: octets.subarray(end) };
}

/** Octets of the elements that number parts. */
const LENGTHS = new Map<number, number>([
  [ELEMENT.parts8, 3],
  [ELEMENT.parts16, 4],
]);

type Place = Pick<InboundPart, 'reference' | 'part' | 'parts'>;

/** An impossible place is ignored, as 3GPP TS 23.040 says: the part is then a message of its own. */
function place(reference: number, parts: number, part: number): Place | null {
  return parts > 1 && part >= 1 && part <= parts ? { reference, parts, part } : null;
}

function placeIn(elements: readonly Element[]): Place | null {
  const found = elements.find(({ id, data }) => data.length === LENGTHS.get(id));
  if (!found) return null;
  const { id, data } = found;
  const at = id === ELEMENT.parts16 ? 2 : 1;
  return place(data.readUIntBE(0, at), data.readUInt8(at), data.readUInt8(at + 1));
}

function placeOf(fields: Fields): Place | null {
  const reference = numberOf(fields, 'sar_msg_ref_num');
  const parts = numberOf(fields, 'sar_total_segments');
  const part = numberOf(fields, 'sar_segment_seqnum');
  return reference === null || parts === null || part === null ? null : place(reference, parts, part);
}
