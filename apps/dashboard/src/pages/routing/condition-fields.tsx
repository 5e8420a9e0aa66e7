import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { TIME_ZONES } from '../../format/time-zone';
import { ANONYMOUS_OPTIONS, DAYS, OFFICE_HOURS } from './conditions';
import type { TargetValues } from './target-values';

/** When and from whom a target receives calls. Empty fields do not restrict. */
export function ConditionFields({ form }: { form: UseFormReturnType<TargetValues> }) {
  const { windows } = form.values;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        The target takes a call if all conditions match. An empty condition matches every call.
      </Text>
      <NativeSelect label="Time zone" data={TIME_ZONES} {...form.getInputProps('timezone')} />
      {windows.map((_window, index) => (
        <WindowFields key={index} form={form} index={index} />
      ))}
      <Group>
        <Button size="compact-sm" variant="default" onClick={() => form.insertListItem('windows', { ...OFFICE_HOURS })}>
          Add hours of the week
        </Button>
      </Group>
      <Textarea
        label="Only on dates"
        description="One per line, such as 2026-12-24 to 2026-12-26."
        autosize
        minRows={1}
        {...form.getInputProps('dates')}
      />
      <TextInput label="Not on dates" placeholder="2026-12-25, 2027-01-01" {...form.getInputProps('except_dates')} />
      <TextInput label="Only callers from countries" placeholder="DE, AT" {...form.getInputProps('caller_countries')} />
      <TextInput label="No callers from countries" {...form.getInputProps('not_caller_countries')} />
      <TextInput
        label="Only callers whose number begins with"
        placeholder="+4930, +4940"
        {...form.getInputProps('caller_prefixes')}
      />
      <TextInput label="No callers whose number begins with" {...form.getInputProps('not_caller_prefixes')} />
      <NativeSelect label="Withheld numbers" data={ANONYMOUS_OPTIONS} {...form.getInputProps('anonymous_caller')} />
      <TextInput label="Only calls to your numbers" {...form.getInputProps('called_numbers')} />
    </Stack>
  );
}

function WindowFields({ form, index }: { form: UseFormReturnType<TargetValues>; index: number }) {
  const path = `windows.${index}`;
  return (
    <Stack gap="xs" role="group" aria-label={`Hours ${index + 1}`}>
      <Checkbox.Group label="Days" {...form.getInputProps(`${path}.days`)}>
        <Group gap="sm" mt={4}>
          {DAYS.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} size="xs" />
          ))}
        </Group>
      </Checkbox.Group>
      <Group align="end" gap="xs">
        <TextInput type="time" label="From" {...form.getInputProps(`${path}.start`)} />
        <TextInput type="time" label="Until" {...form.getInputProps(`${path}.end`)} />
        <Button
          variant="default"
          aria-label={`Remove hours ${index + 1}`}
          onClick={() => form.removeListItem('windows', index)}
        >
          Remove
        </Button>
      </Group>
    </Stack>
  );
}
