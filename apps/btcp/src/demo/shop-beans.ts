export interface Bean {
  id: string;
  name: string;
  taste: string;
  /** In euros, of a bag. */
  price: number;
  colours: readonly [bag: string, label: string];
}

export const BEANS: readonly Bean[] = [
  { id: 'nyeri', name: 'Nyeri', taste: 'Blackcurrant, bright', price: 12.5, colours: ['#a8502b', '#f3c9a5'] },
  { id: 'huila', name: 'Huila', taste: 'Caramel, round', price: 11, colours: ['#5b3a26', '#dcb48c'] },
  { id: 'blend', name: 'House blend', taste: 'Cocoa, for milk', price: 9.5, colours: ['#2f4a41', '#b9d0c0'] },
];

export function inEuros(amount: number): string {
  return `€ ${amount.toFixed(2)}`;
}
