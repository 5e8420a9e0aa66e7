import { portOf } from './connection-values';

const connection = {
  sip_domain: 'sip.example.com',
  sip_username: null,
  sip_ports: [
    { transport: 'tcp', port: 5060 },
    { transport: 'udp', port: 5062 },
    { transport: 'tls', port: 5061 },
  ],
  sip_networks: [],
  rtp_networks: [],
  rtp_ports: null,
} as const;

describe('the port that a system sends to', () => {
  it('is that of the transport of the trunk', () => {
    expect(portOf({ transport: 'tls', media_encryption: 'off' }, connection).port).toBe(5061);
    expect(portOf({ transport: 'tcp', media_encryption: 'optional' }, connection).port).toBe(5060);
  });

  it('is that of TLS if the sound has to be encrypted, because its keys are in the signalling', () => {
    expect(portOf({ transport: 'udp', media_encryption: 'required' }, connection).port).toBe(5061);
  });

  it('is another one where the switch lacks the transport', () => {
    const [tcp] = connection.sip_ports;
    expect(portOf({ transport: 'wss', media_encryption: 'off' }, connection).port).toBe(5062);
    expect(portOf({ transport: 'tls', media_encryption: 'off' }, { ...connection, sip_ports: [tcp] }).port).toBe(5060);
  });
});
