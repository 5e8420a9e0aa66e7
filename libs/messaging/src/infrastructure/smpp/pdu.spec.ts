import { type Frame, Frames, LostFraming } from './frames';
import { octetsOf, type Pdu, pduOctets, readPdu, responseTo, STATUS, statusName, UnreadablePdu } from './pdu';

const DELIVER = {
  source_addr: '4915112345678',
  destination_addr: '14155550100',
  short_message: Buffer.from('Hello'),
  receipted_message_id: 'abc',
  message_state: 2,
};
const deliver = () => pduOctets({ command: 'deliver_sm', sequence: 7, fields: DELIVER });

/** Deterministic, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function faultOf(octets: Buffer): UnreadablePdu | null {
  try {
    readPdu(octets);
    return null;
  } catch (error) {
    if (error instanceof UnreadablePdu) return error;
    throw error;
  }
}

describe('the codec', () => {
  it('reads what it writes', () => {
    const { command, status, sequence, fields } = readPdu(deliver());
    expect({ command, status, sequence }).toEqual({ command: 'deliver_sm', status: 0, sequence: 7 });
    expect(fields).toMatchObject(DELIVER);
  });

  it('leaves the octets of a text as they are, whatever the data coding', () => {
    const octets = Buffer.from(Array.from({ length: 254 }, (_, n) => n + 1));
    for (const data_coding of [0, 1, 3, 4, 8, 0xf0]) {
      const fields = { short_message: octets, data_coding, esm_class: 0x40, message_payload: octets };
      const read: Pdu = readPdu(pduOctets({ command: 'submit_sm', sequence: 1, fields }));
      expect([octetsOf(read.fields, 'short_message'), octetsOf(read.fields, 'message_payload')]).toEqual([
        octets,
        octets,
      ]);
    }
  });

  it('refuses fields that are missing, cut off or longer than the PDU', () => {
    const whole = deliver();
    const cut = (length: number) => {
      const octets = Buffer.from(whole.subarray(0, length));
      octets.writeUInt32BE(length, 0);
      return faultOf(octets)?.status;
    };
    // The text ends at 59, and the two optional parameters follow: 8 and 5 octets.
    const text = whole.indexOf('Hello');
    expect([cut(16), cut(30), cut(text - 1), cut(text + 4)]).toEqual([
      STATUS.invalidCommandLength,
      STATUS.invalidCommandLength,
      STATUS.invalidCommandLength,
      STATUS.invalidMessageLength,
    ]);
    expect([cut(text + 5), cut(text + 5 + 6), cut(whole.length)]).toEqual([
      undefined,
      STATUS.invalidParameterStream,
      undefined,
    ]);
  });

  it('reads responses without fields, which errors do not have', () => {
    expect(readPdu(pduOctets({ command: 'submit_sm_resp', sequence: 1, status: STATUS.throttled }))).toMatchObject({
      status: STATUS.throttled,
    });
    const empty = Buffer.from('00000010800000040000000000000001', 'hex');
    expect(readPdu(empty)).toMatchObject({ command: 'submit_sm_resp', status: 0 });
  });

  it('reads or refuses whatever it receives', () => {
    const next = random(1);
    for (let n = 0; n < 20_000; n++) {
      const octets = deliver();
      for (let changes = Math.ceil(next() * 4); changes > 0; changes--)
        octets[4 + Math.floor(next() * (octets.length - 4))] = Math.floor(next() * 256);
      const length = 16 + Math.floor(next() * (octets.length - 15));
      const frame = Buffer.from(octets.subarray(0, length));
      frame.writeUInt32BE(length, 0);
      faultOf(frame);
    }
  });

  it('names statuses and responses', () => {
    expect([statusName(STATUS.throttled), statusName(0x0400)]).toEqual(['ESME_RTHROTTLED', '0x00000400']);
    expect([responseTo('deliver_sm'), responseTo('outbind'), responseTo(undefined)]).toEqual([
      'deliver_sm_resp',
      'generic_nack',
      'generic_nack',
    ]);
  });
});

describe('the frames of a connection', () => {
  const stream = () =>
    Buffer.concat([
      deliver(),
      pduOctets({ command: 'enquire_link', sequence: 8 }),
      Buffer.concat([Buffer.from('00005000000000050000000000000009', 'hex'), Buffer.alloc(0x5000 - 16, 0xff)]),
      deliver(),
    ]);

  it('are the same however the octets arrive', () => {
    const next = random(2);
    const expected = new Frames().push(stream());
    expect(expected.map(({ kind }) => kind)).toEqual(['pdu', 'pdu', 'too_long', 'pdu']);
    for (let n = 0; n < 200; n++) {
      const frames = new Frames();
      const found: Frame[] = [];
      const octets = stream();
      for (let at = 0; at < octets.length; ) {
        const end = at + 1 + Math.floor(next() ** 4 * octets.length);
        found.push(...frames.push(octets.subarray(at, end)));
        at = end;
      }
      expect(found).toEqual(expected);
    }
  });

  it.each([0, 15, 2_000_000, 0x48545450])('are lost with the length %i', (length) => {
    const octets = Buffer.alloc(16);
    octets.writeUInt32BE(length, 0);
    expect(() => new Frames().push(octets)).toThrow(LostFraming);
  });
});
