// What is in the field that waits for the scanner is selected: scanning again replaces it.
document.querySelector("input[autofocus]:not([type=checkbox])")?.select();
