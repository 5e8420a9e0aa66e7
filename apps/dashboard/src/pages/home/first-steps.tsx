import { Grid, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DashboardSummary, PhoneNumber } from '@trunkline/client';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { ZoneNote } from '../../format/moment';
import { usePhoneFormat } from '../../format/phone';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { firstSteps } from '../../session/first-steps';
import { ActionMenu } from '../../ui/dialogs/action-menu';
import { useHealth } from '../../ui/feedback/health';
import { later } from '../../ui/later';
import { ButtonLink, TextLink } from '../../ui/links';
import { Panel } from '../../ui/layout/panel';
import { Path, type PathNode } from '../../ui/layout/path';
import { part } from '../../ui/part';
import classes from './first-steps.module.css';
import { useNewestNumbers } from './newest-numbers';
import { currentOf, type Facts, type Step, stepsOf } from './steps';

/** How often what the system sees is read again, such as a trunk that was created in another tab. */
const POLL_MS = 30_000;
const ONE = { limit: 1 } as const;

const Samples = later(async () => (await import('./samples')).Samples);
const Offers = later(async () => (await import('./offers')).Offers);
const FirstSimulation = part(async () => (await import('./first-simulation')).FirstSimulation);

/** Whether the API is a sandbox, in which no switch has to run. */
const useSandbox = (): boolean => useHealth().data?.environment === 'sandbox';

/** Of an account that has made no call. */
const TRUNKS_MAX = 10;

/**
 * The newest trunk of the account, with its number of gateways, and whether a gateway of any has answered or a system has
 * registered.
 */
function useTrunks() {
  return useQuery({
    queryKey: ['trunks', 'first-steps'],
    queryFn: async ({ signal }) => {
      const { items } = await trunkline.sipTrunks.list({ limit: TRUNKS_MAX }, { signal });
      if (items.length === 0) return { newest: undefined, gateways: 0, isConnected: false };
      const measured = await trunkline.sipTrunks.status.list({ id: items.map(({ id }) => id) }, { signal });
      const isConnected = measured.items.some(
        ({ contacts, gateways }) => contacts.length > 0 || gateways.some(({ state }) => state === 'up'),
      );
      const [newest] = items;
      const gateways = measured.items.find(({ trunk_id }) => trunk_id === newest?.id)?.gateways.length ?? 0;
      return { newest, gateways, isConnected };
    },
    enabled: useMay()('sip_trunks:read'),
    refetchInterval: POLL_MS,
  });
}

/** Whether the account has a card; undefined until that is known, and where the user may not see it. */
function useHasCard(): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['billing', 'payment-methods', 'first-steps'],
    queryFn: async ({ signal }) => trunkline.billing.paymentMethods.list(ONE, { signal }),
    enabled: useMay()('billing:read'),
    refetchInterval: POLL_MS,
  });
  return data && data.items.length > 0;
}

function useFacts({ recent_cdrs }: DashboardSummary, hasSimulated: boolean): Facts {
  const numbers = useNewestNumbers().data?.items;
  const trunks = useTrunks().data;
  return {
    hasEmail: useAccount().user?.email_verified,
    hasNumber: numbers && numbers.length > 0,
    hasTrunk: trunks && trunks.newest !== undefined,
    onlyRegisters: trunks?.newest?.registration_mode === 'register' && trunks.gateways === 0,
    isConnected: trunks?.isConnected,
    hasRoute: numbers?.some(isRouted),
    hasCall: recent_cdrs.length > 0,
    hasSimulated: useSandbox() ? hasSimulated : undefined,
    hasCard: useHasCard(),
  };
}

const isRouted = ({ trunk_id, routing_profile_id }: PhoneNumber): boolean =>
  trunk_id !== null || routing_profile_id !== null;

/** Hides the first steps. The help menu shows them again. */
export const FirstStepsMenu = ({ hide }: { hide: () => void }) => (
  <ActionMenu actions={[{ label: 'Hide the first steps', choose: hide }]} />
);

/** The way of a new account to its first answered call, in place of figures that say nothing yet. */
export function FirstSteps({ summary }: { summary: DashboardSummary }) {
  const may = useMay();
  const { id } = useAccount();
  const [hasSimulated, setSimulated] = useState(() => firstSteps.hasSimulated(id));
  const facts = useFacts(summary, hasSimulated);
  const steps = stepsOf(facts);
  const current = currentOf(steps);
  const simulated = (): void => {
    firstSteps.simulated(id);
    setSimulated(true);
  };
  return (
    <Grid gap={40}>
      <Grid.Col span={12}>
        <CallPath {...facts} />
      </Grid.Col>
      <Panel span={8}>
        <ol className={classes['steps']}>
          {steps.map((step, index) => (
            <Line key={step.title} step={step} order={index + 1} isCurrent={step === current} simulated={simulated} />
          ))}
        </ol>
        <Group gap="0 8px">
          <ZoneNote />
          {may('account:write') && (
            <TextLink to="/settings/profile" fz="sm">
              Change it in Settings
            </TextLink>
          )}
        </Group>
      </Panel>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Samples />
      </Grid.Col>
    </Grid>
  );
}

/** The way of a call, of which the parts that are missing are dashed. */
function CallPath({ hasNumber, hasTrunk, isConnected, hasRoute }: Facts) {
  const part = (
    kind: string,
    isThere: boolean | undefined,
    [there, missing]: [string, string],
    note: string,
  ): PathNode => (isThere ? { kind, name: there } : { kind, name: missing, note, state: 'off' });
  return (
    <Panel tinted>
      <Path
        label="What happens to a call"
        nodes={[
          { kind: 'Callers', name: 'Anyone', note: 'calls your number' },
          part('Number', hasNumber, ['Yours', 'Not chosen yet'], 'step 2'),
          part('Route', hasRoute, ['Set', 'Not set yet'], 'step 4'),
          part(
            'Your PBX',
            isConnected,
            ['Connected', hasTrunk === true ? 'Not measured yet' : 'Not connected yet'],
            'step 3',
          ),
        ]}
      />
    </Panel>
  );
}

const canBeTaken = ({ isDone, isWaiting }: Step, isCurrent: boolean): boolean =>
  !isDone && (isCurrent || isWaiting === true);

interface LineProps {
  readonly step: Step;
  readonly order: number;
  readonly isCurrent: boolean;
  /** Ticks the step of the first call in the sandbox. */
  readonly simulated: () => void;
}

function Line({ step, order, isCurrent, simulated }: LineProps) {
  const { title, text, isDone } = step;
  const may = useMay();
  const { user } = useAccount();
  const isOpen = canBeTaken(step, isCurrent) && (step.needs === undefined || may(step.needs));
  const done = step.name === 'email' && user ? user.email : 'Done';
  return (
    <li
      className={classes['step']}
      data-state={isDone ? 'done' : isCurrent ? 'now' : 'later'}
      {...(isCurrent && { 'aria-current': 'step' as const })}
    >
      <span className={classes['node']} aria-hidden>
        {isDone ? <Check size={13} strokeWidth={3} /> : order}
      </span>
      <Stack gap={4} miw={0}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm" c="dimmed" maw={560}>
          {isDone ? done : text}
        </Text>
        {isOpen && (
          <Stack gap="sm" mt={4} align="stretch">
            <Choices step={step} simulated={simulated} />
          </Stack>
        )}
      </Stack>
    </li>
  );
}

/** What can be done about a step. */
function Choices({ step: { name }, simulated }: Pick<LineProps, 'step' | 'simulated'>) {
  switch (name) {
    case 'email':
      return null;
    case 'number':
      return (
        <Stack gap="sm" align="stretch" className={classes['offers']}>
          <Offers />
        </Stack>
      );
    case 'trunk':
      return <TrunkChoice />;
    case 'route':
      return <RouteChoice />;
    case 'call':
      return <CallChoices simulated={simulated} />;
    case 'card':
      return (
        <div>
          <ButtonLink to="/billing">Add a card</ButtonLink>
        </div>
      );
  }
}

function TrunkChoice() {
  const { newest, gateways = 0 } = useTrunks().data ?? {};
  return (
    <div>
      {newest ? (
        <ButtonLink to="/trunks/$id" params={{ id: newest.id }} variant="default">
          {gateways > 0 ? 'Test' : 'Connect'} {newest.name}
        </ButtonLink>
      ) : (
        <ButtonLink to="/trunks">Create a trunk</ButtonLink>
      )}
    </div>
  );
}

function NumberChoice({ verb, number }: { verb: 'Route' | 'Open'; number: PhoneNumber | undefined }) {
  const grouped = usePhoneFormat();
  return (
    number && (
      <div>
        <ButtonLink to="/numbers/$e164" params={{ e164: number.e164 }}>
          {verb} {grouped(number.e164)}
        </ButtonLink>
      </div>
    )
  );
}

function RouteChoice() {
  return <NumberChoice verb="Route" number={useNewestNumbers().data?.items[0]} />;
}

/** A call from a phone, and in the sandbox a simulated one. */
function CallChoices({ simulated }: Pick<LineProps, 'simulated'>) {
  const numbers = useNewestNumbers().data?.items;
  const routed = numbers?.find(isRouted);
  const isSandbox = useSandbox();
  return (
    <Group gap="sm">
      <NumberChoice verb="Open" number={routed ?? numbers?.[0]} />
      {isSandbox && routed && <FirstSimulation number={routed} onRouted={simulated} />}
    </Group>
  );
}
