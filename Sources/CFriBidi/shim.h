#include <fribidi.h>

// Swift does not import macros that are made of other macros.
static const FriBidiParType countersign_paragraph_by_first_strong = FRIBIDI_PAR_ON;
static const FriBidiParType countersign_paragraph_left_to_right = FRIBIDI_PAR_LTR;
static const FriBidiParType countersign_paragraph_right_to_left = FRIBIDI_PAR_RTL;
