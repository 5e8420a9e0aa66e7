import { Stack, Text, Title } from '@mantine/core';
import type { NumberFormat, SipTrunk, TrunkConnection } from '@trunkline/client';
import type { ReactNode } from 'react';
import { TextLink } from '../../../ui/links';
import { sdpName } from '../sip-texts';
import classes from './connect.module.css';
import { CopyIcon } from './copied-value';

const FORMATS: Readonly<Record<NumberFormat, string>> = {
  '+e164': 'E.164 with +, such as +4930123456',
  e164: 'E.164 without +, such as 4930123456',
  national: 'National, such as 030123456',
};

/** What a user enters in the telephone system: where to send calls, what to let in, and how it identifies itself. */
export function ConnectValues({ trunk, connection }: { trunk: SipTrunk; connection: TrunkConnection }) {
  const { sip_domain, sip_username, sip_ports, sip_networks, rtp_networks, rtp_ports } = connection;
  const ports = sip_ports.map(({ transport, port }) => `${transport.toUpperCase()} ${String(port)}`).join(', ');
  return (
    <Stack gap="lg">
      <Values title="Send your calls to">
        <Value name="SIP domain" value={sip_domain} />
        <Value name="Ports" value={ports} />
        <Fact name="Numbers">E.164 with +</Fact>
        {sip_username !== null && <Value name="User name" value={sip_username} />}
        {sip_username !== null && <Fact name="Password">Shown once; “New credentials” replaces it</Fact>}
      </Values>
      {sip_networks.length + rtp_networks.length > 0 && (
        <Values title="Let these in through your firewall">
          <Networks name="Signalling (SIP)" networks={sip_networks} ports={null} />
          <Networks name="Voice (RTP)" networks={rtp_networks} ports={rtp_ports} />
        </Values>
      )}
      {sip_username === null && (
        <Values title="We let in your calls from">
          {trunk.inbound_cidrs.length === 0 ? (
            <Fact name="Source networks">
              None yet:{' '}
              <TextLink to="." search={{ show: 'settings' }} fz="inherit">
                add the address of your system
              </TextLink>
            </Fact>
          ) : (
            <Value name="Source networks" value={trunk.inbound_cidrs.join(', ')} />
          )}
        </Values>
      )}
      <Values title="We call your system with">
        <Fact name="Number called">{`${FORMATS[trunk.number_format]}${trunk.number_prefix ? `, after ${trunk.number_prefix}` : ''}`}</Fact>
        <Value name="Codecs" value={trunk.codec_preference.map(sdpName).join(', ')} />
      </Values>
    </Stack>
  );
}

function Values({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={3} fz="sm" mb={4}>
        {title}
      </Title>
      <dl className={classes['values']}>{children}</dl>
    </div>
  );
}

/** A value to paste. */
function Value({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code className={classes['value']}>{value}</code>
        <CopyIcon label={name} value={value} />
      </dd>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Text span fz="inherit" className={classes['value'] ?? ''}>
          {children}
        </Text>
      </dd>
    </div>
  );
}

/** Where the switch sends from, if the operator of the service has named it. */
function Networks({ name, networks, ports }: { name: string; networks: readonly string[]; ports: string | null }) {
  if (networks.length === 0) return null;
  return <Value name={name} value={`${networks.join(', ')}${ports === null ? '' : `, UDP ${ports}`}`} />;
}
