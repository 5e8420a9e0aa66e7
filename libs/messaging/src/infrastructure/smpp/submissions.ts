import { randomInt } from 'node:crypto';
import type { MessagePart, OutboundMessage } from '../../application/carriers/ports';
import type { Fields } from './pdu';
import type { SmppSettings } from './smpp-settings';
import { encodeText } from './texts';

const TON = { international: 1, networkSpecific: 3, alphanumeric: 5 } as const;
const NPI = { unknown: 0, isdn: 1 } as const;
/** A receipt for the end of delivery, in either case. */
const RECEIPT = 1;
const USER_DATA_HEADER = 0x40;
const REFERENCES = 256;
/** Destinations whose last reference is known. */
const DESTINATIONS_MAX = 100_000;

/**
 * The references that join the parts of a message. Those of a destination repeat after 256 messages, so that its phone never has
 * two open messages with the same one. A destination without a known reference starts with a random one.
 */
export class PartReferences {
  private readonly last = new Map<string, number>();

  next(to: string): number {
    const reference = ((this.last.get(to) ?? randomInt(REFERENCES)) + 1) % REFERENCES;
    // Deleted first, so that the destination becomes the latest.
    this.last.delete(to);
    this.last.set(to, reference);
    const [oldest] = this.last.keys();
    if (this.last.size > DESTINATIONS_MAX && oldest !== undefined) this.last.delete(oldest);
    return reference;
  }
}

/** Returns the fields of a submit_sm for each part. Throws if the text does not fit the encoding. */
export function submissionsOf(
  { from, to, parts, encoding }: OutboundMessage,
  settings: Pick<SmppSettings, 'sourceTon' | 'sourceNpi' | 'dataCoding'>,
  references: PartReferences,
): readonly Fields[] {
  const reference = parts.length > 1 ? references.next(to) : 0;
  const common = { ...sourceOf(from, settings), ...destinationOf(to), registered_delivery: RECEIPT };
  return parts.map(({ text }: MessagePart, index) => {
    const { dataCoding, octets } = encodeText(text, encoding, settings.dataCoding);
    const data = { ...common, data_coding: dataCoding };
    if (parts.length === 1) return { ...data, short_message: Buffer.from(octets) };
    const header = concatenationHeader(reference, parts.length, index + 1);
    return { ...data, esm_class: USER_DATA_HEADER, short_message: Buffer.concat([header, octets]) };
  });
}

/** 3GPP TS 23.040, section 9.2.3.24.1. */
function concatenationHeader(reference: number, parts: number, part: number): Buffer {
  return Buffer.from([5, 0x00, 3, reference, parts, part]);
}

/** The carrier's settings hold for numbers in E.164, short codes and names have types of their own. */
export function sourceOf(
  from: string,
  { sourceTon, sourceNpi }: Pick<SmppSettings, 'sourceTon' | 'sourceNpi'>,
): Fields {
  const source_addr = withoutPlus(from);
  if (!/^\+?\d+$/.test(from)) return { source_addr_ton: TON.alphanumeric, source_addr_npi: NPI.unknown, source_addr };
  if (!from.startsWith('+')) return { source_addr_ton: TON.networkSpecific, source_addr_npi: NPI.unknown, source_addr };
  return {
    source_addr_ton: sourceTon,
    source_addr_npi: sourceNpi,
    source_addr,
  };
}

function destinationOf(to: string): Fields {
  return { dest_addr_ton: TON.international, dest_addr_npi: NPI.isdn, destination_addr: withoutPlus(to) };
}

function withoutPlus(address: string): string {
  return address.startsWith('+') ? address.slice(1) : address;
}

/**
 * Returns an address as E.164 where it is a number of at least seven digits that is not national; carriers also leave the type
 * unknown. Others, such as names and short codes, stay as they are.
 */
export function addressOf(ton: number | null, address: string): string {
  const digits = withoutPlus(address);
  if (!/^\d{7,15}$/.test(digits)) return address;
  const isInternational = ton === TON.international || ton === 0 || address.startsWith('+');
  return isInternational ? `+${digits}` : address;
}
