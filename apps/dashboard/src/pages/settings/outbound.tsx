import { Box, Group, Stack, Text, TextInput } from '@mantine/core';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import type { AccountUpdateRequest, MyAccount, OutboundInForce } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { centsOf, rateDollarsOf, rateOf } from '../../format/dollars';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ActionButton } from '../../ui/action-button';
import { Facts } from '../../ui/layout/facts';
import { EditForm } from '../../ui/forms/edit-form';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/feedback/loaded';
import { Note } from '../../ui/feedback/note';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';

type CountryRule = OutboundInForce['countries'][number];

/** Another form would lose what the user has entered when a country is opened. */
const RELOADS = ['account', 'outbound'];
const READ_ONLY = 'Your role cannot change these limits.';

/** Which numbers the account may call, and for how much. */
export function OutboundPage() {
  const query = useQuery({
    queryKey: ['outbound'],
    queryFn: ({ signal }) => trunkline.account.outbound.get({ signal }),
  });
  return (
    <Page title="Outbound calls">
      <Text size="sm" c="dimmed" maw={640}>
        Calls that your systems place, and calls that you forward to the telephone network. Calls that are not allowed
        here are rejected, so a stolen key or a compromised telephone system cannot run up a bill. Emergency calls are
        always allowed.
      </Text>
      <Loaded query={query} height={300}>
        {(outbound) => (
          <>
            <Panel title="In force today">
              <InForce {...outbound} />
            </Panel>
            <Panel title="Limits">
              <Box maw={480}>
                <Limits />
              </Box>
            </Panel>
            <Countries {...outbound} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function InForce(outbound: OutboundInForce) {
  const { settings, tier } = useAccount();
  const { daily_cap_cents, used_today_cents, calls_per_second, max_rate_per_minute_microcents } = outbound;
  const isOwnCap = daily_cap_cents !== null && daily_cap_cents === settings.outbound.daily_cap_cents;
  const isOwnRate = calls_per_second !== null && calls_per_second === settings.outbound.calls_per_second;
  const ofTier = `of your tier, ${tier.replaceAll('_', ' ')}`;
  return (
    <Facts
      items={[
        [
          'Daily cap (UTC)',
          daily_cap_cents === null
            ? 'None'
            : `${format.money(daily_cap_cents)}, ${isOwnCap ? 'set by you' : ofTier}; ${format.money(used_today_cents)} used or held`,
        ],
        [
          'Highest price per minute',
          max_rate_per_minute_microcents === null ? 'Any' : format.rate(max_rate_per_minute_microcents),
        ],
        [
          'Calls per second',
          calls_per_second === null ? 'Any' : `${calls_per_second}, ${isOwnRate ? 'set by you' : ofTier}`,
        ],
        ...(outbound.excepted_ranges.length > 0
          ? [['Opened by an operator', outbound.excepted_ranges.map((range) => `+${range}…`).join(', ')] as const]
          : []),
      ]}
    />
  );
}

const RATE: fields.Field<string, number | null> = {
  ...fields.optionalText('Highest price per minute, in dollars (optional)', {
    inputMode: 'decimal',
    description: 'Calls that cost more are rejected. The connection fee is not part of it.',
    fault: (value) => (value.trim() === '' || rateOf(value) !== null ? null : 'Enter an amount, or leave it empty.'),
  }),
  read: (member) => (member === null ? '' : rateDollarsOf(member)),
  write: rateOf,
};

const CAP = fields.dollars('Daily cap, in dollars (optional)', {
  description: 'The lower of it and the cap of your tier applies.',
  fault: (value) => (value.trim() === '' || centsOf(value) !== null ? null : 'Enter an amount, or leave it empty.'),
});

const LIMITS = {
  max_rate_per_minute_microcents: RATE,
  daily_cap_cents: CAP,
  calls_per_second: fields.optionalInteger('Calls per second (optional)', {
    description: 'At most the limit of your tier, which also applies if this is empty.',
  }),
} satisfies FieldsFor<NonNullable<NonNullable<AccountUpdateRequest['settings']>['outbound']>>;

function Limits() {
  const may = useMay();
  return (
    <EditForm<MyAccount, typeof LIMITS>
      fields={LIMITS}
      row={useAccount()}
      of={({ settings: { outbound } }) => outbound}
      save={(outbound, options) => trunkline.account.update({ settings: { outbound } }, options)}
      load={() => trunkline.account.get()}
      reloads={RELOADS}
      readOnly={!(may('account:write') && may('billing:write')) && READ_ONLY}
    />
  );
}

const BECAUSE: Readonly<Record<NonNullable<CountryRule['open_because']>, string>> = {
  account: 'on your list',
  own: 'your country',
  exception: 'opened by an operator',
  default: 'by default',
  charged: 'called before',
  number: 'you have numbers there',
};

/** Rows that are shown at once. */
const SHOWN = 60;

function Countries({ countries }: OutboundInForce) {
  const { settings } = useAccount();
  const may = useMay();
  const [search, setSearch] = useState('');
  // Each change sends the whole list, so a change waits until the one before it is loaded.
  const isChanging = useIsMutating() > 0;
  const isListed = settings.outbound.allowed_countries !== null;
  const isReadOnly = !(may('account:write') && may('billing:write'));
  const named = countries
    .map((rule) => ({ ...rule, name: format.country(rule.country) }))
    .sort((a, b) => Number(b.open) - Number(a.open) || a.name.localeCompare(b.name));
  const found = named.filter((rule) => matches(rule, search));
  const open = countries.filter((rule) => rule.open).map(({ country }) => country);
  const set = (allowed_countries: readonly string[] | null) =>
    trunkline.account.update({ settings: { outbound: { allowed_countries } } });
  const columns: readonly Column<CountryRule & { readonly name: string }>[] = [
    { title: 'Country', cell: ({ name }) => name },
    { title: 'State', is: 'state', cell: (rule) => <State {...rule} /> },
    {
      title: 'Change',
      is: 'actions',
      cell: ({ country, name, open: isOpen, needs_verification }) =>
        isReadOnly || needs_verification ? null : (
          <ActionButton
            size="compact-sm"
            label={isOpen ? 'Close' : 'Open'}
            aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
            action={() => set(isOpen ? open.filter((each) => each !== country) : [...open, country])}
            reloads={RELOADS}
            disabled={isChanging}
          />
        ),
    },
  ];
  return (
    <Panel title="Countries">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-end">
          <TextInput
            label="Find a country"
            value={search}
            w={280}
            maw="100%"
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed" aria-live="polite">
            {open.length} of {countries.length} open
          </Text>
        </Group>
        {isListed ? (
          <Group justify="space-between">
            <Text size="sm">
              Your own list applies: new numbers and changes to our default list do not open countries.
            </Text>
            {!isReadOnly && (
              <ActionButton
                label="Use the default list"
                action={() => set(null)}
                reloads={RELOADS}
                disabled={isChanging}
              />
            )}
          </Group>
        ) : (
          <Text size="sm">The default list applies. Opening or closing a country replaces it with your own list.</Text>
        )}
        {isReadOnly && (
          <Text size="sm" c="dimmed">
            {READ_ONLY}
          </Text>
        )}
        {found.length === 0 ? (
          <Text size="sm" c="dimmed">
            No country matches “{search}”.
          </Text>
        ) : (
          <ShortTable
            label="Countries"
            columns={columns}
            rows={found.slice(0, SHOWN)}
            rowKey={({ country }) => country}
          />
        )}
        {found.length > SHOWN && (
          <Text size="sm" c="dimmed">
            {found.length - SHOWN} more. Search to find them.
          </Text>
        )}
        {found.some((rule) => rule.needs_verification) && (
          <Note title="Some countries need a verified account">
            <Text size="sm">
              They are often used for fraud. Ask us to verify the account, then open them here. Only an operator can
              open revenue-share ranges and satellite networks.
            </Text>
          </Note>
        )}
        <TextLink to="/billing/rates">Prices of calls</TextLink>
      </Stack>
    </Panel>
  );
}

function State({ open_because, needs_verification }: CountryRule) {
  const reason = open_because === null ? needs_verification && 'needs a verified account' : BECAUSE[open_because];
  return (
    <Group gap="4px 8px">
      <StatusMark state={open_because === null ? 'idle' : 'ok'} text={open_because === null ? 'Closed' : 'Open'} />{' '}
      {reason && (
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
      )}
    </Group>
  );
}

function matches({ name, country }: { readonly name: string; readonly country: string }, search: string): boolean {
  const text = search.trim().toLowerCase();
  return name.toLowerCase().includes(text) || country.toLowerCase() === text;
}
