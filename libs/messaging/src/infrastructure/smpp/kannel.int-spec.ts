import { eventually } from '@trunkline/platform/testing';
import { partsOf } from '../../domain/text/parts';
import { BEARERBOX, type Kannel, startKannel } from '../../testing/kannel';
import { anOutboundMessage } from '../../testing/samples';
import { Smsc } from '../../testing/smsc';
import { numberOf, octetsOf, STATUS } from './pdu';
import { PartReferences, submissionsOf } from './submissions';

const describeWithKannel = BEARERBOX ? describe : describe.skip;
const OURS = '+14155550100';
const THEIRS = '+4915112345678';

const TEXTS: readonly (readonly [string, string])[] = [
  ['GSM-7', 'Grüße: @£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ ¤¡ÄÖÑÜ§¿äöñüà'],
  ['the extension table', 'a^b{c}d\\e[f~g]h|i€'],
  ['160 septets', 'x'.repeat(160)],
  ['161 septets', 'x'.repeat(161)],
  ['an escape at the end of a part', `${'x'.repeat(152)}€${'y'.repeat(20)}`],
  ['1,600 letters', 'abcdefghijklmnopqrstuvwxyz 0123456789 '.repeat(50).slice(0, 1599) + '.'],
  ['UCS-2', 'Привет, naïve мир'],
  ['71 letters of UCS-2', 'Ж'.repeat(71)],
  ['Arabic', 'مرحبا بالعالم، كيف حالك؟ '.repeat(8).trim()],
  ['emoji with joiners', '👩‍👩‍👧‍👦🏳️‍🌈👍🏽'.repeat(9)],
  ['1,600 letters of UCS-2', 'Съешь же ещё этих мягких французских булок. '.repeat(40).slice(0, 1599) + '!'],
];

interface WirePart {
  readonly dataCoding: number;
  readonly esmClass: number;
  readonly header: string;
  readonly content: string;
}

/** Store and forward, which Kannel names, and links leave to the default of the carrier. */
const MODE = 0x03;

/** Each side chooses its own mode, and the reference in the user data header. */
function wirePart(dataCoding: number, esmClass: number, octets: Buffer): WirePart {
  const end = esmClass & 0x40 ? 1 + (octets[0] ?? 0) : 0;
  const header = Buffer.from(octets.subarray(0, end));
  if (header.length > 3) header[3] = 0;
  return {
    dataCoding,
    esmClass: esmClass & ~MODE,
    header: header.toString('hex'),
    content: octets.subarray(end).toString('hex'),
  };
}

function submissions(text: string, from = OURS, to = THEIRS) {
  const { encoding, parts } = partsOf(text);
  const message = anOutboundMessage({ from, to, encoding, parts: parts.map((each) => ({ text: each })) });
  return submissionsOf(message, { sourceTon: 1, sourceNpi: 1, dataCoding: 0 }, new PartReferences());
}

const ourParts = (text: string) =>
  submissions(text).map((fields) =>
    wirePart(
      numberOf(fields, 'data_coding') ?? 0,
      numberOf(fields, 'esm_class') ?? 0,
      octetsOf(fields, 'short_message') ?? Buffer.alloc(0),
    ),
  );

describeWithKannel('Kannel of Debian', () => {
  let smsc: Smsc;
  let kannel: Kannel;

  beforeAll(async () => {
    smsc = await Smsc.start({ bind: ({ password }) => (password === 'secret' ? STATUS.ok : STATUS.invalidPassword) });
    kannel = await startKannel({ port: smsc.port, password: 'secret' });
    await eventually(() => expect(smsc.boundCount).toBe(1));
  });

  afterAll(async () => {
    await kannel.stop();
    await smsc.close();
  });

  async function kannelParts(text: string): Promise<readonly WirePart[]> {
    const from = smsc.parts.length;
    const coding = partsOf(text).encoding === 'gsm7' ? 0 : 2;
    const expected = ourParts(text).length;
    await kannel.send({ from: OURS, to: THEIRS, text, coding });
    await eventually(() => expect(smsc.parts.length - from).toBeGreaterThanOrEqual(expected));
    return smsc.parts.slice(from).map(({ dataCoding, esmClass, octets }) => wirePart(dataCoding, esmClass, octets));
  }

  it.each(TEXTS)('encodes %s as the links do', async (_name, text) => {
    const [theirs, ours] = [await kannelParts(text), ourParts(text)];
    const joined = (parts: readonly WirePart[]) => parts.map(({ content }) => content).join('');
    expect(joined(theirs)).toBe(joined(ours));
    const heads = (parts: readonly WirePart[]) => parts.map((part) => ({ ...part, content: null }));
    expect(heads(theirs)).toEqual(heads(ours));
  });

  it.each([...TEXTS, ['half a surrogate pair', 'a\ud83d b'] as const])('receives %s as it is', async (name, text) => {
    const from = kannel.received.length;
    // A sender of its own, so that no part is joined with those of another text.
    const sender = `4915100000${String(TEXTS.findIndex(([each]) => each === name) + 101)}`;
    for (const fields of submissions(text)) {
      const delivery = { ...fields, source_addr: sender, destination_addr: OURS.slice(1), registered_delivery: 0 };
      expect(await smsc.deliver(delivery)).toBe(STATUS.ok);
    }
    await eventually(() => expect(kannel.received.length).toBe(from + 1));
    const [received] = kannel.received.slice(from);
    const isGsm7 = partsOf(text).encoding === 'gsm7';
    const octets = isGsm7 ? Buffer.from(text) : Buffer.from(text, 'utf16le').swap16();
    expect(received).toMatchObject({ coding: isGsm7 ? 0 : 2 });
    expect(received?.octets.toString('hex')).toBe(octets.toString('hex'));
  });

  it('listens on loopback only', () => {
    expect(kannel.addresses()).toEqual(['0100007F', '0100007F', '0100007F']);
  });

  it('logs no error meanwhile', () => {
    expect(kannel.log()).not.toMatch(/ERROR|PANIC/);
  });
});
