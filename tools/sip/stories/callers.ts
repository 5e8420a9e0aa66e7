import { headerOf } from '../sipp/messages';
import { gatewayOffice } from '../run/office';
import type { Story } from '../run/story';
import { ANSWERED } from '../trunkline/settled';

export const callers: readonly Story[] = [
  {
    title: 'hides a caller who withholds the number from the customer',
    async play(stage) {
      const { customer, phone, number } = await gatewayOffice(stage);
      const call = await stage.callAndWait(number, {
        from: 'anonymous@anonymous.invalid',
        headers: ['P-Asserted-Identity: <sip:+15558887777@carrier.example>', 'Privacy: id'],
      });
      const text = phone.received('INVITE')[0]?.text ?? '';
      const sender = headerOf(text, 'From') ?? '';
      stage.proves('From is anonymous', sender.includes('anonymous.invalid'), () => sender);
      stage.proves('the asserted identity stays with the operator', !text.includes('+15558887777'), () => text);
      const { cdr } = await stage.settled(customer, call, ANSWERED);
      stage.proves('the CDR says that it is withheld', cdr['caller'] === null && cdr['caller_withheld'] === true);
    },
  },
  {
    title: 'records what a carrier attests of a caller',
    async play(stage) {
      const { customer, number } = await gatewayOffice(stage);
      const identity = '<sip:+15558887777@carrier.example;verstat=TN-Validation-Passed>';
      const headers = [`P-Asserted-Identity: ${identity}`, 'P-Attestation-Indicator: A'];
      const call = await stage.callAndWait(number, { headers });
      const { cdr } = await stage.settled(customer, call, ANSWERED);
      const isRecorded = cdr['attestation'] === 'A' && cdr['verification'] === 'passed';
      stage.proves('the CDR has attestation A, verification passed', isRecorded, () => cdr);
    },
  },
  {
    title: 'dials numbers in the format of the trunk',
    async play(stage) {
      const members = { number_format: 'national', number_prefix: '9', user_phone: true };
      const { customer, phone, number } = await gatewayOffice(stage, members);
      const call = await stage.callAndWait(number);
      const first = phone.received('INVITE')[0]?.first ?? '';
      const isNational = first.startsWith(`INVITE sip:9${number.slice(2)}@`);
      stage.proves('the request URI has the prefix and the national number', isNational, () => first);
      stage.proves('and user=phone', first.includes(';user=phone'), () => first);
      await stage.settled(customer, call, ANSWERED);
    },
  },
];
