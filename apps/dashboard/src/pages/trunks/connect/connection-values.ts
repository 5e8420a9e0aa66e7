import type { SipTrunk, TrunkConnection } from '@trunkline/client';
import type { TrunkValues } from '@trunkline/pbx-guides';

/** Calls are encrypted where the switch offers it; UDP is what every system has. */
const PREFERENCE = ['udp', 'tcp', 'tls'] as const;

interface Given {
  readonly trunk: SipTrunk;
  readonly connection: TrunkConnection;
  readonly password: string | null;
  readonly number: string | undefined;
}

/** A number in a range of fictional ones, for an account that has none yet. */
const EXAMPLE_NUMBER = '+12025550123';

/** Returns the port that a system of the trunk sends to: of its own transport, if the switch has it. */
export function portOf(trunk: Pick<SipTrunk, 'transport' | 'media_encryption'>, connection: TrunkConnection) {
  const { sip_ports: ports } = connection;
  // Keys of SRTP are in the signalling, which therefore has to be encrypted.
  const wanted = trunk.media_encryption === 'required' ? 'tls' : trunk.transport;
  return (
    ports.find(({ transport }) => transport === wanted) ??
    PREFERENCE.map((each) => ports.find(({ transport }) => transport === each)).find((port) => port !== undefined) ?? {
      transport: 'udp' as const,
      port: 5060,
    }
  );
}

/** What the guides show of a trunk. */
export function valuesOf({ trunk, connection, password, number }: Given): TrunkValues {
  const { sip_domain, sip_username, sip_networks } = connection;
  const { transport, port } = portOf(trunk, connection);
  return {
    name: trunk.name,
    domain: sip_domain,
    server: sip_domain,
    port,
    transport,
    username: sip_username,
    password: sip_username === null ? null : password,
    sipNetworks: sip_networks,
    codecs: trunk.codec_preference,
    dtmf: trunk.dtmf_mode,
    encryption: trunk.media_encryption,
    number: number ?? EXAMPLE_NUMBER,
  };
}
