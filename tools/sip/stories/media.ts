import { until } from '../bed/poll';
import { EVENTS, formatsLine, G722, G729, PCMA, PCMU } from '../sipp/sdp';
import { formatsOf, sdpOf } from '../sipp/messages';
import { Baresip } from '../phones/baresip';
import { gatewayOffice } from '../run/office';
import { ownSwitch } from '../run/own-switch';
import type { Stage, Story } from '../run/story';
import { ANSWERED } from '../trunkline/settled';

const HEARD = { ...ANSWERED, seconds: [1, 6] } as const;
const OFFER = [PCMA, PCMU, G722, G729, EVENTS];
const SOUND_MS = 4_000;
const PACKETS_MIN = 50;

/** A call whose caller sends sound to a phone with SRTP. Returns what the phone counted. */
async function encryptedCall(stage: Stage, overTls: boolean) {
  const customer = await stage.customer();
  const trunk = await customer.createTrunk({ media_encryption: 'required', ...(overTls && { transport: 'tls' }) });
  const number = await customer.buyNumber({ trunk_id: trunk.id });
  const phone = await Baresip.start(stage.bed, {
    users: [number],
    parameters: 'mediaenc=srtp-mand',
    certificates: stage.lab.certificates,
  });
  stage.onClose(() => phone.stop());
  const { port } = overTls ? phone.tls : phone.address;
  const gateway = { name: 'baresip', host: '127.0.0.1', port, ...(overTls && { transport: 'tls' }) };
  await customer.send('POST', `/sip-trunks/${trunk.id}/gateways`, gateway);
  const call = await stage.callAndWait(number, { formats: [PCMA, PCMU, EVENTS], sendsSound: true, holdMs: SOUND_MS });
  stage.proves('the call is answered', call.final() === 200, () => call.ladder());
  stage.proves('SRTP is on', phone.log().includes('SRTP is Enabled'), () => phone.log().slice(-2_000));
  const counted = await until('the count of packets', () => phone.packets());
  const isSound = counted.sent > PACKETS_MIN && counted.received > PACKETS_MIN;
  stage.proves(`sound both ways: ${counted.sent} packets sent, ${counted.received} received`, isSound, () => counted);
  await stage.settled(customer, call, HEARD);
}

export const media: readonly Story[] = [
  {
    title: 'offers the codecs of the trunk in its order, and telephone events for rfc4733 alone',
    async play(stage) {
      for (const [dtmf, expected] of [
        ['rfc4733', [G722, PCMA, EVENTS]],
        ['sip_info', [G722, PCMA]],
      ] as const) {
        const settings = { codec_preference: ['g722', 'g711a'], dtmf_mode: dtmf };
        const { customer, phone, number } = await gatewayOffice(stage, { ...settings, phone: { formats: [PCMA] } });
        const call = await stage.callAndWait(number, { formats: OFFER });
        const offered = formatsOf(phone.received('INVITE')[0]?.text ?? '');
        const ordered = JSON.stringify([...offered].sort()) === JSON.stringify([...expected].sort());
        stage.proves(`${dtmf}: ${formatsLine(offered)} of ${formatsLine(OFFER)} are offered`, ordered, () => offered);
        await stage.settled(customer, call, HEARD);
      }
    },
  },
  {
    title: 'answers 488 without a codec in common, and calls no gateway',
    async play(stage) {
      const settings = { codec_preference: ['g722', 'g711a'] };
      const { customer, phone, number } = await gatewayOffice(stage, { ...settings, phone: { formats: [PCMA] } });
      const call = await stage.callAndWait(number, { formats: [G729] });
      stage.proves('the caller receives 488', call.final() === 488, () => call.ladder());
      stage.proves('the gateway is not called', phone.received('INVITE').length === 0);
      const cause = 'incompatible_destination';
      await stage.settled(customer, call, { code: 488, cause, attempts: ['failed 488'] });
    },
  },
  {
    title: 'passes plain sound untouched without a media relay',
    async play(stage) {
      const { kamailio } = await ownSwitch(stage);
      const { customer, phone, number } = await gatewayOffice(stage, { phone: { formats: [PCMA] } });
      const call = await stage.callAndWait(number, { via: kamailio.address, formats: OFFER });
      const offered = formatsOf(phone.received('INVITE')[0]?.text ?? '');
      const isOfTrunk = formatsLine(offered) === formatsLine([PCMA, PCMU, EVENTS]);
      stage.proves('the codecs of the trunk are offered', isOfTrunk, () => offered);
      const connection = sdpOf(phone.received('INVITE')[0]?.text ?? '').find((line) => line.startsWith('c='));
      const own = `c=IN IP4 ${stage.carrierAddress}`;
      stage.proves('the offer names the address of the caller', connection === own, () => connection);
      await stage.settled(customer, call, HEARD);
    },
  },
  { title: 'encrypts sound with SRTP over UDP', play: (stage) => encryptedCall(stage, false) },
  { title: 'encrypts sound with SRTP, and signalling with TLS', play: (stage) => encryptedCall(stage, true) },
];
