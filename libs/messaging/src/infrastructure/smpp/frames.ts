import { HEADER_OCTETS } from './pdu';

/** The longest PDU that is read. The longest field of SMPP, message_payload, has 65,535 octets; no text has a tenth of that. */
const FRAME_OCTETS_MAX = 16_384;
/** A longer PDU is not skipped: its length is that of a peer which does not speak SMPP. */
const SKIPPED_OCTETS_MAX = 1_048_576;

export type Frame =
  | { readonly kind: 'pdu'; readonly octets: Buffer }
  /** Only the header is kept: the rest is skipped. */
  | { readonly kind: 'too_long'; readonly octets: Buffer };

/** The length of a PDU cannot be right, so the start of the next one is unknown. */
export class LostFraming extends Error {}

/** Divides the octets of a connection into PDUs. */
export class Frames {
  private rest: Buffer = Buffer.alloc(0);
  private toSkip = 0;

  /** Returns the frames that the octets complete. Throws `LostFraming`, after which the connection is of no use. */
  push(chunk: Buffer): readonly Frame[] {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const frames: Frame[] = [];
    for (let frame = this.next(); frame; frame = this.next()) frames.push(frame);
    return frames;
  }

  private next(): Frame | null {
    const skipped = Math.min(this.toSkip, this.rest.length);
    this.toSkip -= skipped;
    this.rest = this.rest.subarray(skipped);
    if (this.rest.length < HEADER_OCTETS) return null;
    const length = this.rest.readUInt32BE(0);
    if (length < HEADER_OCTETS || length > SKIPPED_OCTETS_MAX) throw new LostFraming(`A PDU claims ${length} octets.`);
    if (length > FRAME_OCTETS_MAX) {
      this.toSkip = length;
      return { kind: 'too_long', octets: Buffer.from(this.rest.subarray(0, HEADER_OCTETS)) };
    }
    if (this.rest.length < length) return null;
    const octets = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    return { kind: 'pdu', octets };
  }
}
