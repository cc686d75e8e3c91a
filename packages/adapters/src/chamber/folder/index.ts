export { borrowCheckout, type Checkout, checkoutAt } from './checkout.ts';
export { FolderChambers, type FolderStore } from './folders.ts';
export type { FolderRecord } from './record.ts';
