import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import { type Guide, type GuidePart, GUIDES, type TrunkValues } from '@trunkline/pbx-guides';
import { useState } from 'react';
import { StatusMark } from '../../../ui/feedback/status-mark';
import classes from './connect.module.css';
import { CopyIcon } from './copied-value';

const GROUPS = [
  { group: 'Telephone systems', kind: 'pbx' },
  { group: 'AI agents', kind: 'agent' },
] as const;

const OPTIONS = GROUPS.map(({ group, kind }) => ({
  group,
  items: GUIDES.filter((guide) => guide.group === kind).map(({ id, name }) => ({ value: id, label: name })),
}));

/** The configuration of a system, with the values of the trunk. A password that was just created is shown on request. */
export default function Guides({ values }: { values: TrunkValues }) {
  const [chosen, setChosen] = useState('freeswitch');
  const [showsPassword, setShowsPassword] = useState(false);
  const guide = GUIDES.find(({ id }) => id === chosen);
  if (!guide) return null;
  const shown = { ...values, password: showsPassword ? values.password : null };
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Your system"
        data={OPTIONS}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {values.password !== null && (
        <Checkbox
          label="Show the new password in the configuration"
          checked={showsPassword}
          onChange={({ currentTarget }) => setShowsPassword(currentTarget.checked)}
        />
      )}
      <Tried guide={guide} />
      <div className={classes['guide']}>
        {guide.parts(shown).map((part, index) => (
          <Part key={`${guide.id} ${String(index)}`} part={part} />
        ))}
      </div>
    </Stack>
  );
}

function Tried({ guide: { name, tried } }: { guide: Guide }) {
  return (
    <div className={classes['tried']}>
      <StatusMark
        state={tried === null ? 'idle' : 'ok'}
        text={
          tried === null
            ? `Not tested by us yet. Follows the documentation of ${name}.`
            : `Calls were placed with ${tried}`
        }
      />
    </div>
  );
}

function Part({ part }: { part: GuidePart }) {
  if (part.kind === 'text')
    return (
      <Text size="sm" py="xs">
        {part.text}
      </Text>
    );
  if (part.kind === 'fields')
    return (
      <div>
        <div className={classes['name']}>{part.name}</div>
        <dl className={classes['values']}>
          {part.fields.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code className={classes['value']}>{value}</code>
                <CopyIcon label={name} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    );
  return (
    <div>
      <div className={classes['name']}>
        <code>{part.name}</code>
        <CopyIcon label={part.name} value={part.text} />
      </div>
      <pre className={classes['file']} role="region" aria-label={part.name} tabIndex={0}>
        {part.text}
      </pre>
    </div>
  );
}
