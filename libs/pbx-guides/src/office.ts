import { powerShell } from './escapes';
import {
  addressOf,
  fields,
  file,
  type Guide,
  networksOf,
  passwordOf,
  sdpNames,
  text,
  type TrunkValues,
} from './values';

export const threecx: Guide = {
  id: '3cx',
  name: '3CX',
  group: 'pbx',
  tried: null,
  parts: (values) => {
    const { server, port, username, transport, number, domain } = values;
    const isRegistering = username !== null;
    return [
      fields('Voice & Chat, Add Trunk, Generic SIP Trunk', [
        ['Main trunk number', number],
        ['Registrar, server or gateway', server],
        ['Port', String(port)],
        ['Type of authentication', isRegistering ? 'Register/Account based' : 'Do not require - IP Based'],
        isRegistering && ['Authentication ID', username],
        isRegistering && ['Authentication password', passwordOf(values)],
        ['Transport protocol', transport.toUpperCase()],
        ['Codec priority', sdpNames(values)],
      ]),
      text(
        isRegistering
          ? 'Add your numbers as DIDs with +. Inbound calls name the number called in To: choose “To: User part” as the called number under Inbound Parameters.'
          : `Add your numbers as DIDs with +, and let in ${networksOf(values)}. 3CX recommends trunks that register: create one if calls are not matched to the trunk.`,
      ),
      text(
        `Under Outbound Parameters, choose OutboundCallerId as “From: User part” and ${domain} as “From: Host part”. Enter ${number} as the outbound caller ID of the trunk; an extension can have another of your numbers.`,
      ),
    ];
  },
};

/** The side of the border controller that faces the trunk. */
function controllerFields(values: TrunkValues) {
  const { domain, username, transport, encryption } = values;
  return fields('On the SBC: the trunk', [
    ['Peer', `${addressOf(values)}, ${transport.toUpperCase()}`],
    ['From and To domain', domain],
    username === null
      ? (['Authentication', 'By its address'] as const)
      : (['Registers as', `${username}@${domain}`] as const),
    username !== null && ['Password', passwordOf(values)],
    ['Accept from', networksOf(values)],
    ['Numbers', 'E.164 with +, in both directions'],
    ['Codecs', sdpNames(values)],
    ['Media', encryption === 'off' ? 'RTP' : 'SRTP (SDES)'],
  ]);
}

export const teams: Guide = {
  id: 'teams',
  name: 'Microsoft Teams',
  group: 'pbx',
  tried: null,
  parts: (values) => [
    text(
      'Teams connects through a session border controller (SBC) that Microsoft has certified for Direct Routing, because it requires mutual TLS and SRTP. The SBC has the trunk on its other side.',
    ),
    controllerFields(values),
    file('PowerShell, module MicrosoftTeams', [
      '# The SBC, by the name of its certificate.',
      'New-CsOnlinePSTNGateway -Fqdn sbc.example.com -SipSignalingPort 5061 -MaxConcurrentSessions 30 -Enabled $true',
      "Set-CsOnlinePstnUsage -Identity Global -Usage @{Add='Trunkline'}",
      "New-CsOnlineVoiceRoute -Identity Trunkline -NumberPattern '^\\+' -OnlinePstnGatewayList sbc.example.com -OnlinePstnUsages Trunkline",
      'New-CsOnlineVoiceRoutingPolicy Trunkline -OnlinePstnUsages Trunkline',
      '# For each user, one of your numbers.',
      `Set-CsPhoneNumberAssignment -Identity user@example.com -PhoneNumber ${powerShell(values.number)} -PhoneNumberType DirectRouting`,
      'Grant-CsOnlineVoiceRoutingPolicy -Identity user@example.com -PolicyName Trunkline',
    ]),
  ],
};
