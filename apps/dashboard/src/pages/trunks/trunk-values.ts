import type { RegistrationMode, SipTrunkDetail, SipTrunkUpdateRequest } from '@trunkline/client';
import { integerOf, itemsOf } from '../../format/lists';

export const MODES: Readonly<Record<RegistrationMode, string>> = {
  static_ip: 'Source address',
  register: 'Registration with a password',
};
export const MODE_OPTIONS = Object.entries(MODES).map(([value, label]) => ({ value, label }));
export const TRANSPORTS = [
  { value: 'udp', label: 'UDP' },
  { value: 'tcp', label: 'TCP' },
  { value: 'tls', label: 'TLS' },
  { value: 'wss', label: 'WebSocket (WSS)' },
];
export const DTMF_MODES = [
  { value: 'rfc4733', label: 'RTP events (RFC 4733)' },
  { value: 'sip_info', label: 'SIP INFO' },
  { value: 'inband', label: 'In the audio (in-band)' },
];
export const NUMBER_FORMATS = [
  { value: '+e164', label: '+4930123456 (E.164)' },
  { value: 'e164', label: '4930123456 (E.164 without +)' },
  { value: 'national', label: '030123456 (national)' },
];
export const MEDIA_ENCRYPTIONS = [
  { value: 'off', label: 'Off (RTP)' },
  { value: 'optional', label: 'If your system accepts it (SRTP)' },
  { value: 'required', label: 'Always (SRTP)' },
];
export const CODECS = ['opus', 'g722', 'g711a', 'g711u', 'g729'];

export const trunkValuesOf = (trunk: SipTrunkDetail) => ({
  name: trunk.name,
  is_enabled: trunk.status === 'active',
  registration_mode: trunk.registration_mode,
  transport: trunk.transport,
  dtmf_mode: trunk.dtmf_mode,
  codec_preference: trunk.codec_preference.join(', '),
  caller_id_override: trunk.caller_id_override ?? '',
  default_caller_id: trunk.default_caller_id ?? '',
  inbound_cidrs: trunk.inbound_cidrs.join('\n'),
  max_concurrent_calls: trunk.max_concurrent_calls === null ? '' : String(trunk.max_concurrent_calls),
  number_format: trunk.number_format,
  number_prefix: trunk.number_prefix ?? '',
  media_encryption: trunk.media_encryption,
  user_phone: trunk.user_phone,
});

export type TrunkValues = ReturnType<typeof trunkValuesOf>;

const numberOf = (text: string): string => text.replace(/[^\d+]/g, '');

/** The API checks the values, and names the field of each that it rejects. */
export function trunkRequestOf({ is_enabled, caller_id_override, ...values }: TrunkValues): SipTrunkUpdateRequest {
  const callerId = numberOf(caller_id_override);
  return {
    ...values,
    name: values.name.trim(),
    status: is_enabled ? 'active' : 'disabled',
    codec_preference: itemsOf(values.codec_preference.toLowerCase()),
    inbound_cidrs: itemsOf(values.inbound_cidrs),
    max_concurrent_calls: integerOf(values.max_concurrent_calls),
    number_prefix: values.number_prefix.trim() || null,
    default_caller_id: numberOf(values.default_caller_id) || null,
    ...(callerId
      ? { caller_id_strategy: 'override', caller_id_override: callerId }
      : { caller_id_strategy: 'inherit' }),
  } as SipTrunkUpdateRequest;
}

/** A message for text that is neither empty nor a whole number. */
export const limitFault = (text: string): string | null =>
  text.trim() === '' || integerOf(text) !== null ? null : 'Enter a whole number, or leave it empty.';
