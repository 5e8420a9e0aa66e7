import { networkOf } from '@trunkline/kernel';
import { ValidateBy } from 'class-validator';

/** A list whose items are addresses or networks in CIDR form. */
export const AreNetworks = () =>
  ValidateBy(
    {
      name: 'isNetwork',
      validator: {
        validate: (value) => typeof value === 'string' && networkOf(value) !== null,
        defaultMessage: () => 'each of $property must be an address or a network in CIDR form',
      },
    },
    { each: true },
  );
