import { until } from '../bed/poll';
import { headerOf } from '../sipp/messages';
import { EVENTS, PCMU } from '../sipp/sdp';
import { gatewayOffice } from '../run/office';
import type { Story } from '../run/story';
import { ANSWERED } from '../trunkline/settled';

const isContact = (line: string) => /^(Contact|m):/i.test(line);

export const inbound: readonly Story[] = [
  {
    title: 'connects a call to the trunk of the called number',
    async play(stage) {
      const { customer, phone, number } = await gatewayOffice(stage, { phone: { formats: [PCMU, EVENTS] } });
      const call = await stage.callAndWait(number);
      stage.proves('the caller sees 100, 180 and 200', call.responses().join() === '100,180,200', () => call.ladder());
      const [invite] = phone.received('INVITE');
      stage.proves(
        'the gateway receives the called number',
        invite?.first.startsWith(`INVITE sip:${number}@`) === true,
      );
      await until('the BYE', () => phone.received('BYE').length === 1);
      await stage.settled(customer, call, ANSWERED);
    },
  },
  {
    title: 'connects a call whose Call-ID has the hash 0 in the table of dialogs',
    async play(stage) {
      const { customer, number } = await gatewayOffice(stage);
      const call = await stage.callAndWait(number, { callId: '1493-27317@127.16.0.9' });
      await stage.settled(customer, call, ANSWERED);
    },
  },
  {
    title: 'passes the hang-up of the callee on, to a caller behind a NAT',
    async play(stage) {
      const { customer, number } = await gatewayOffice(stage, { phone: { hangsUpAfterMs: 1_200 } });
      const call = await stage.callAndWait(number, { ends: 'callee', contact: 'sip:caller@10.9.9.9:5060' });
      stage.proves('the caller receives the BYE', call.received('BYE').length === 1, () => call.ladder());
      await stage.settled(customer, call, { ...ANSWERED, by: 'callee' });
    },
  },
  {
    title: 'cancels the call when the caller gives up',
    async play(stage) {
      const { customer, phone, number } = await gatewayOffice(stage, { phone: { neverAnswers: true } });
      const call = await stage.callAndWait(number, { ends: 'gives-up' });
      stage.proves('the caller receives 487', call.final() === 487, () => call.ladder());
      stage.proves('the phone stops ringing', phone.received('CANCEL').length > 0, () => phone.ladder());
      const expected = { code: 487, cause: 'originator_cancel', by: 'caller' } as const;
      await stage.settled(customer, call, { ...expected, attempts: ['cancelled 487'] });
    },
  },
  {
    title: 'hides a withheld number from the trunk',
    async play(stage) {
      const { customer, phone, number } = await gatewayOffice(stage);
      const secret = '+15558675309';
      const call = await stage.callAndWait(number, {
        from: `${secret}@carrier.example`,
        headers: [
          'Privacy: id',
          `P-Asserted-Identity: "Bob" <sip:${secret}@carrier.example>`,
          `Identity: ${secret};info=<https://carrier.example/cert>`,
          `Reply-To: <sip:${secret}@carrier.example>`,
        ],
      });
      const text = phone.received('INVITE')[0]?.text ?? '';
      const sender = headerOf(text, 'From') ?? '';
      stage.proves('From is anonymous', sender.includes('<sip:anonymous@anonymous.invalid>'), () => sender);
      stage.proves('the header Privacy: id is there', headerOf(text, 'Privacy') === 'id', () => text);
      await until('the BYE', () => phone.received('BYE').length === 1);
      const texts = ['INVITE', 'ACK', 'OPTIONS', 'BYE'].flatMap((method) => phone.received(method));
      const lines = texts.flatMap((each) => each.text.split('\n')).filter((line) => line.includes(secret.slice(1)));
      stage.proves('no header but the Contact names the caller', lines.every(isContact), () => lines);
      const { cdr } = await stage.settled(customer, call, ANSWERED);
      stage.proves('the CDR has no caller', cdr['caller'] === null && cdr['caller_withheld'] === true, () => cdr);
    },
  },
];
