mod games;
